import type { ClientScope } from '@yanshu/contracts'
import type { FastifyRequest } from 'fastify'
import type { CodeActor } from '../../platform/actor/actor.ts'
import type { DavCaller } from '../../platform/dav/davService.ts'
import { CredentialsWrongError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { actorByCode } from '../security/index.ts'

/**
 * Lets clients in by account and authorization code (RFC 7617); the account's password opens nothing here. A code has 79
 * random bits, so that guesses need not be slowed down. It must be for at least one of `wanted`. Throws
 * `CredentialsWrongError`.
 */
export function createBasicLogin(
  context: Context,
): (request: FastifyRequest, wanted: readonly ClientScope[]) => Promise<DavCaller> {
  return async (request, wanted) => {
    const credentials = credentialsOf(request.headers.authorization)
    if (!credentials) throw new CredentialsWrongError()
    const { ip } = request
    const userAgent = request.headers['user-agent'] ?? ''
    const typed = credentials.account.normalize('NFKC').toLowerCase()
    const scopes = new Set<ClientScope>()
    let caller: CodeActor | null = null
    for (const scope of wanted) {
      const actor = await actorByCode(context, { code: credentials.password, scope, ip, userAgent })
      if (!actor || (typed !== actor.address && typed !== actor.address.split('@')[0])) continue
      caller = actor
      scopes.add(scope)
    }
    if (!caller) throw new CredentialsWrongError()
    return { ...caller, scopes, origin: `${request.protocol}://${request.host}` }
  }
}

function credentialsOf(header: string | undefined): { account: string; password: string } | null {
  const encoded = /^Basic\s+([\w+/=-]{1,1000})$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 1 ? null : { account: text.slice(0, colon), password: text.slice(colon + 1) }
}
