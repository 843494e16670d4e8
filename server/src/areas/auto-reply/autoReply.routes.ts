import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { awayOf, readReply, replyLog, saveReply, saveReplyFor } from './autoReply.service.ts'

/** The automatic answer (§9) and what became of it. */
export const autoReplyRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/main/generalConfig/getReply', ({ caller }) => readReply(context, caller.accountId))
  route(app, 'POST', 'mail/main/generalConfig/saveReply', ({ caller, body }) =>
    saveReply(context, caller.accountId, body),
  )
  route(app, 'POST', 'console/autoReply', ({ body }) => saveReplyFor(context, body.account, body.reply))
  route(app, 'GET', 'mail/main/generalConfig/replyLog', async ({ caller }) => ({
    list: await replyLog(context, caller.accountId),
  }))
  route(app, 'GET', 'mail/main/generalConfig/away', ({ query }) => awayOf(context, query.address))
}
