import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../../routes.ts'
import { listUnreadFrom, whatWaits } from './home.service.ts'

export const homeRoutes: AddRoutes = (app, context) => {
  route(app, context, 'POST', 'mail/home/index', ({ caller }) => whatWaits(context, caller.accountId))
  route(app, context, 'GET', 'mail/home/unread/list', ({ caller, query }) =>
    listUnreadFrom(context, caller.accountId, query),
  )
}
