import { route } from '../../platform/http/route.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { leaveList } from './leaveList.ts'

/** Mail of lists and programs: who sends it, how to leave a list, and what of it is old. */
export const subscriptionRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/email/subscription/list', ({ caller }) => openMailbox(context, caller).subscriptions())
  route(app, 'POST', 'mail/email/subscription/leave', ({ caller, body }) => leaveList(context, caller, body.mailId))
  route(app, 'GET', 'mail/email/subscription/older', ({ caller, query }) =>
    openMailbox(context, caller).idsFromSender(query),
  )
}
