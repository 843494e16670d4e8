import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { accountOf, journalKey, userInfo } from './user.service.ts'

export const userRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'user/info', ({ caller }) => userInfo(context, caller.accountId, caller.personId))

  route(app, 'GET', 'user/journalKey', async ({ caller }) => ({ key: await journalKey(context, caller) }))

  route(app, 'GET', 'mail/main/quota/useInfo', async ({ caller }) => {
    const { quota_bytes, used_bytes } = await accountOf(context, caller.accountId)
    return { maxMap: { setSize: quota_bytes }, curMap: { curSize: used_bytes } }
  })
}
