import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { addForward, confirmForward, readForward, removeForward, saveForward } from './forwarding.service.ts'
import { requirePasswordToAdd, requirePasswordToForward } from './forwardPassword.ts'

/** Forwarding of all mail (§9). */
export const forwardingRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/main/generalConfig/getForward', ({ caller }) => readForward(context, caller.accountId))
  route(app, 'POST', 'mail/main/generalConfig/saveForward', async ({ caller, body }) => {
    if (body.enabled) await requirePasswordToForward(context, caller)
    return saveForward(context, caller.accountId, body)
  })
  route(app, 'POST', 'mail/main/generalConfig/forward/add', async ({ caller, body }) => {
    await requirePasswordToAdd(context, caller, body.address)
    return addForward(context, caller.accountId, body.address)
  })
  route(app, 'POST', 'mail/main/generalConfig/forward/confirm', ({ caller, body }) =>
    confirmForward(context, caller.accountId, body),
  )
  route(app, 'POST', 'mail/main/generalConfig/forward/remove', ({ caller, body }) =>
    removeForward(context, caller.accountId, body.address),
  )
}
