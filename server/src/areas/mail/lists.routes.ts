import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { markListed, stopMarking } from '../risk-check/index.ts'
import { readMail } from './detail.service.ts'
import { listLabel, listMailbox, listStarred } from './lists.service.ts'
import { listThread } from './thread.service.ts'

export const listRoutes: AddRoutes = (app, context) => {
  app.addHook('onClose', () => stopMarking(context))
  route(app, 'GET', 'mail/email/mailbox/list', async ({ caller, query }) => {
    const page = await listMailbox(context, caller.accountId, query)
    markListed(context, caller.accountId, page.list)
    return page
  })
  route(app, 'GET', 'mail/email/label/list', ({ caller, query }) =>
    listLabel(context, caller.accountId, query.labelId, query),
  )
  route(app, 'GET', 'mail/email/favorite/list', ({ caller, query }) => listStarred(context, caller.accountId, query))
  route(app, 'GET', 'mail/email/thread/list', ({ caller, query }) =>
    listThread(context, caller.accountId, query.mailId),
  )
  route(app, 'POST', 'mail/email/detail', ({ caller, body }) => readMail(context, caller.accountId, body.mailId))
}
