import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { addForward, confirmForward, readForward, removeForward, saveForward } from './forwarding.service.ts'

/** Forwarding of all mail (§9). */
export const forwardingRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/main/generalConfig/getForward', ({ caller }) => readForward(context, caller.accountId))
  route(app, 'POST', 'mail/main/generalConfig/saveForward', ({ caller, body }) =>
    saveForward(context, caller.accountId, body),
  )
  route(app, 'POST', 'mail/main/generalConfig/forward/add', ({ caller, body }) =>
    addForward(context, caller.accountId, body.address),
  )
  route(app, 'POST', 'mail/main/generalConfig/forward/confirm', ({ caller, body }) =>
    confirmForward(context, caller.accountId, body),
  )
  route(app, 'POST', 'mail/main/generalConfig/forward/remove', ({ caller, body }) =>
    removeForward(context, caller.accountId, body.address),
  )
}
