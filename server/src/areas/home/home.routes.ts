import { route } from '../../platform/http/route.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { whatWaits } from './home.service.ts'
import { readToday } from './today.service.ts'

export const homeRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'mail/home/index', ({ caller }) => whatWaits(context, caller))
  route(app, 'POST', 'mail/home/today', ({ caller, body }) => readToday(context, caller, body))
  route(app, 'GET', 'mail/home/unread/list', ({ caller, query }) => openMailbox(context, caller).listUnreadFrom(query))
}
