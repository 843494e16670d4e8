import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { changeDeployment, deploymentAudit, deploymentHistory, deploymentStatus } from './deployments.service.ts'

export const deploymentRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'deployments/status', () => deploymentStatus(context))

  route(app, 'GET', 'deployments/history', async ({ query }) => ({
    list: await deploymentHistory(context, query.limit),
  }))

  route(app, 'GET', 'deployments/audit', async ({ query }) => ({
    list: await deploymentAudit(context, query.limit),
  }))

  route(app, 'POST', 'deployments/change', ({ caller, body, request }) =>
    changeDeployment(context, body, { by: caller.address, from: request.ip }),
  )
}
