import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { decideSenders, listHeld, switchScreener } from './screener.service.ts'

/** The screener: first mails of unknown senders wait until the person decides. For the person alone. */
export const screenerRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/screener/list', ({ caller }) => listHeld(context, caller))
  route(app, 'POST', 'mail/screener/switch', async ({ caller, body: { on } }) => ({
    on,
    letIn: await switchScreener(context, caller, on),
  }))
  route(app, 'POST', 'mail/screener/decide', async ({ caller, body }) => ({
    moved: await decideSenders(context, caller, body),
  }))
}
