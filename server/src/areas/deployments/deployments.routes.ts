import type { Caller } from '../../platform/http/caller.ts'
import { ForbiddenError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import { isAdministrator } from '../../store/accounts/isAdministrator.ts'
import type { Context } from '../../store/context/context.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { changeDeployment, deploymentAudit, deploymentHistory, deploymentStatus } from './deployments.service.ts'

/** Only an administrator looks at the deployment or changes it. Throws `ForbiddenError` for others. */
export async function requireAdmin({ store }: Pick<Context, 'store'>, { accountId }: Caller): Promise<void> {
  if (!(await isAdministrator(store.db, accountId))) throw new ForbiddenError()
}

export const deploymentRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'deployments/status', async ({ caller }) => {
    await requireAdmin(context, caller)
    return deploymentStatus(context)
  })

  route(app, 'GET', 'deployments/history', async ({ caller, query }) => {
    await requireAdmin(context, caller)
    return { list: await deploymentHistory(context, query.limit) }
  })

  route(app, 'GET', 'deployments/audit', async ({ caller, query }) => {
    await requireAdmin(context, caller)
    return { list: await deploymentAudit(context, query.limit) }
  })

  route(app, 'POST', 'deployments/change', async ({ caller, body, request }) => {
    await requireAdmin(context, caller)
    return changeDeployment(context, body, { by: caller.address, from: request.ip })
  })
}
