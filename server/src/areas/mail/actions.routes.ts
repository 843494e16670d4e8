import { route } from '../../platform/http/route.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { label, mailsOf, mark, move, recover, recycle, remove, removeDrafts, restore } from './actions.service.ts'
import { join, mute, split } from './conversations.service.ts'

export const actionRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'mail/email/seen/update', async ({ caller, body }) => ({
    count: await mark(context, caller.accountId, body.mailIds, { seen: body.seen }),
  }))
  route(app, 'POST', 'mail/email/sticky/update', async ({ caller, body }) => ({
    count: await mark(context, caller.accountId, body.mailIds, { sticky: body.sticky }),
  }))
  route(app, 'POST', 'mail/email/color/update', async ({ caller, body }) => ({
    count: await mark(context, caller.accountId, body.mailIds, { color: body.color }),
  }))
  route(app, 'POST', 'mail/email/label/update', async ({ caller, body }) => ({
    count: await label(context, caller.accountId, body),
  }))
  route(app, 'POST', 'mail/email/conversation/split', async ({ caller, body }) => ({
    count: await split(context, caller.accountId, body.mailIds),
  }))
  route(app, 'POST', 'mail/email/conversation/join', async ({ caller, body }) => ({
    count: await join(context, caller.accountId, body),
  }))
  route(app, 'POST', 'mail/email/conversation/mute', async ({ caller, body }) => {
    await mute(context, caller.accountId, body)
    return {}
  })
  route(app, 'POST', 'mail/email/move', ({ caller, body }) => move(context, caller.accountId, body))
  route(app, 'POST', 'mail/email/recoverableDelete', async ({ caller, body }) => {
    const moved = await recycle(context, caller.accountId, body.mailIds)
    return { count: moved.length, moved }
  })
  route(app, 'POST', 'mail/email/recoverEmail', async ({ caller, body }) => {
    const moved = await recover(context, caller.accountId, body.mailIds)
    return { count: moved.length, moved }
  })
  route(app, 'POST', 'mail/email/delete', async ({ caller, body }) => ({
    count: await remove(context, caller.accountId, body.mailIds),
  }))
  route(app, 'GET', 'mail/email/deleted/list', ({ caller, query }) =>
    openMailbox(context, caller).deleted(query.before ?? null),
  )
  route(app, 'POST', 'mail/doCompletedelMail', async ({ caller, body }) => ({
    count: await restore(context, caller.accountId, body.deletedIds),
  }))
  route(app, 'POST', 'mail/email/draftdelete', async ({ caller, body }) => ({
    count: await removeDrafts(context, caller.accountId, body.mailIds),
  }))
  route(app, 'POST', 'mail/email/readedDelete', async ({ caller, body }) => {
    const read = await mailsOf(context, caller.accountId, body.mailboxId, 1)
    return { count: (await recycle(context, caller.accountId, read)).length }
  })
  route(app, 'POST', 'mail/email/allSeen', async ({ caller, body }) => {
    const unread = await mailsOf(context, caller.accountId, body.mailboxId, 0)
    await mark(context, caller.accountId, unread, { seen: true })
    return {}
  })
}
