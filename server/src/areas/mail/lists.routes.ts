import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { readMail } from './detail.service.ts'
import { listAll, listFolder, listLabel, listStarred } from './lists.service.ts'
import { listThread } from './thread.service.ts'

export const listRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/email/mailbox/list', ({ caller, query }) =>
    query.mailboxId === undefined
      ? listAll(context, caller.accountId, query)
      : listFolder(context, caller.accountId, query.mailboxId, query),
  )
  route(app, 'GET', 'mail/email/label/list', ({ caller, query }) =>
    listLabel(context, caller.accountId, query.labelId, query),
  )
  route(app, 'GET', 'mail/email/favorite/list', ({ caller, query }) => listStarred(context, caller.accountId, query))
  route(app, 'GET', 'mail/email/thread/list', ({ caller, query }) =>
    listThread(context, caller.accountId, query.mailId),
  )
  route(app, 'POST', 'mail/email/detail', ({ caller, body }) => readMail(context, caller.accountId, body.mailId))
}
