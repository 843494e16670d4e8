import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { listUnreadFrom, whatWaits } from './home.service.ts'

export const homeRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'mail/home/index', ({ caller }) => whatWaits(context, caller))
  route(app, 'GET', 'mail/home/unread/list', ({ caller, query }) => listUnreadFrom(context, caller.accountId, query))
}
