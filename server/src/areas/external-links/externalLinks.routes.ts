import { createHash, timingSafeEqual } from 'node:crypto'
import { Code, type ExternalSystem } from '@yanshu/contracts'
import { z } from 'zod'
import { CallError, CodeOverError, TokenInvalidError } from '../../platform/http/errors.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import type { Context } from '../../store/context/context.ts'
import { requireSwitch } from '../../store/switches/switches.ts'
import { ticketKind } from '../../store/tickets/tickets.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { accountOf } from '../user/index.ts'

/** How long the browser may take to follow the link. */
const LINK_LIFE_MS = 60_000
const links = ticketKind('external-link', z.object({ system: z.enum(['archive', 'gateway']) }), LINK_LIFE_MS)

/** The operator has not set up the system. */
class LinkNotOfferedError extends CallError {
  constructor() {
    super(Code.linkNotOffered)
  }
}

/** The address of a system with a token for who asks. Throws `LinkNotOfferedError`; `ForbiddenError` for a switch that is off. */
async function linkTo(context: Context, accountId: number, system: ExternalSystem): Promise<string> {
  if (system === 'archive') await requireSwitch(context, accountId, 'mailArchiveEnable')
  const address = system === 'archive' ? context.config.archiveUrl : context.config.gatewayUrl
  if (address === null) throw new LinkNotOfferedError()
  const token = await links.issue(context, { accountId, data: { system } })
  return address.replaceAll('{token}', token)
}

/** Compared by their hashes, so that neither length nor content shows in the time. */
function isSecret(given: string, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(secret))
}

/** Links to the archive and the mail gateway, and what these systems ask back. */
export const externalLinkRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/gateway/gatewayUrl', async ({ caller, query }) => ({
    url: await linkTo(context, caller.accountId, query.system),
  }))
  publicRoute(app, 'POST', 'mail/gateway/redeem', async ({ body, request }) => {
    const { linkSecret } = context.config
    const given = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (linkSecret === null || !isSecret(given, linkSecret)) throw new TokenInvalidError()
    const ticket = await links.take(context, body.token)
    if (!ticket || ticket.accountId === null) throw new CodeOverError()
    const { address, name } = await accountOf(context, ticket.accountId)
    return { system: ticket.data.system, account: address, userName: name }
  })
}
