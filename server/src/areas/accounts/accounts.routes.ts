import type { FastifyRequest } from 'fastify'
import { route } from '../../platform/http/route.ts'
import { publicMailboxesOf } from '../../store/accounts/reachableAccounts.ts'
import { setTokenCookie } from '../../store/sessions/tokenCookie.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { switchBack, switchTo } from './switching.service.ts'

const deviceOf = ({ headers, ip }: FastifyRequest) => ({ userAgent: headers['user-agent'] ?? '', ip })

export const accountRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'user/public/find', async ({ caller }) => {
    const rows = await publicMailboxesOf(context.store.db, caller.personId)
    return { list: rows.map(({ address, name, unread }) => ({ account: address, userName: name, unread })) }
  })

  route(app, 'POST', 'user/account/switch', async ({ caller, body, request, reply }) => {
    const next = await switchTo(context, caller, body.account, deviceOf(request))
    setTokenCookie(request, reply, next)
    return next
  })

  route(app, 'POST', 'user/account/back', async ({ caller, request, reply }) => {
    const next = await switchBack(context, caller, deviceOf(request))
    setTokenCookie(request, reply, next)
    return next
  })
}
