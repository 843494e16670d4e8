import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { changedToKeep, textsToKeep } from './offline.service.ts'
import { settleAction } from './settleAction.ts'

export const offlineRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/offline/mails', ({ caller, query }) => changedToKeep(context, caller, query))
  route(app, 'POST', 'mail/offline/texts', ({ caller, body }) => textsToKeep(context, caller, body.mailIds))
  route(app, 'POST', 'mail/offline/settle', async ({ caller, body }) => {
    const list = []
    // One after the other: a later action may be about what an earlier one has moved.
    for (const action of body.actions) list.push(await settleAction(context, caller.accountId, action))
    return { list }
  })
}
