import { route } from '../../platform/http/route.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { markListed, stopMarking } from '../risk-check/index.ts'
import { readMail } from './detail.service.ts'
import { saveSenderCharset } from './senderCharset.ts'

export const listRoutes: AddRoutes = (app, context) => {
  app.addHook('onClose', () => stopMarking(context))
  route(app, 'GET', 'mail/email/mailbox/list', async ({ caller, query }) => {
    const page = await openMailbox(context, caller).list(query)
    markListed(context, caller.accountId, page.list)
    return page
  })
  route(app, 'GET', 'mail/email/mailbox/marked', ({ caller, query }) => openMailbox(context, caller).markList(query))
  route(app, 'GET', 'mail/email/mailbox/senders', ({ caller, query }) =>
    openMailbox(context, caller).folderSenders(query.mailboxId),
  )
  route(app, 'GET', 'mail/email/label/list', ({ caller, query }) =>
    openMailbox(context, caller).listLabel(query.labelId, query),
  )
  route(app, 'GET', 'mail/email/favorite/list', ({ caller, query }) => openMailbox(context, caller).listStarred(query))
  route(app, 'GET', 'mail/email/thread/list', ({ caller, query }) =>
    openMailbox(context, caller).listThread(query.mailId),
  )
  route(app, 'GET', 'mail/email/conversation/list', async ({ caller, query }) => {
    const page = await openMailbox(context, caller).listConversations(query.mailboxId, query)
    markListed(context, caller.accountId, page.list)
    return page
  })
  route(app, 'GET', 'mail/email/conversation/mails', ({ caller, query }) =>
    openMailbox(context, caller).conversation(query.mailId, query.around),
  )
  route(app, 'POST', 'mail/email/conversation/whole', ({ caller, body }) =>
    openMailbox(context, caller).wholeOf(body.mailIds),
  )
  route(app, 'POST', 'mail/email/charset/save', async ({ caller, body }) => {
    await saveSenderCharset(context, caller, body)
    return {}
  })
  route(app, 'GET', 'mail/email/byMessageId', ({ caller, query }) =>
    openMailbox(context, caller).copyOf(query.messageId),
  )
  route(app, 'POST', 'mail/email/detail', ({ caller, body }) => readMail(context, caller, body.mailId))
}
