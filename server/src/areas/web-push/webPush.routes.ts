import { languageOf } from '../../platform/http/envelope.ts'
import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { stateOf, subscribe, unsubscribe } from './subscriptions.service.ts'
import { vapidKeys } from './vapidKeys.ts'

/** Calls by which a browser asks for push messages about new mail while its page is closed. */
export const webPushRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'user/push/key', async () => ({ publicKey: (await vapidKeys(context)).publicKey }))
  route(app, 'GET', 'user/push/state', ({ caller }) => stateOf(context, caller.sessionId))
  route(app, 'POST', 'user/push/subscribe', ({ caller, body, request }) =>
    subscribe(context, caller, body, languageOf(request.headers['accept-language'])),
  )
  route(app, 'POST', 'user/push/unsubscribe', async ({ caller }) => {
    await unsubscribe(context, caller.sessionId)
    return {}
  })
}
