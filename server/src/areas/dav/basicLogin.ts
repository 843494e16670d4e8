import type { FastifyRequest } from 'fastify'
import { CredentialsWrongError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { accountByCode } from '../security/index.ts'

export interface DavCaller {
  readonly accountId: number
  readonly address: string
}

/**
 * Lets clients in by account and authorization code (RFC 7617); the account's password opens nothing here. A code has 79
 * random bits, so that guesses need not be slowed down. Throws `CredentialsWrongError`.
 */
export function createBasicLogin(context: Context): (request: FastifyRequest) => Promise<DavCaller> {
  return async (request) => {
    const credentials = credentialsOf(request.headers.authorization)
    if (!credentials) throw new CredentialsWrongError()
    const { ip } = request
    const userAgent = request.headers['user-agent'] ?? ''
    const account = await accountByCode(context, { code: credentials.password, scope: 'carddav', ip, userAgent })
    const typed = credentials.account.normalize('NFKC').toLowerCase()
    const isTheirs = account && (typed === account.address || typed === account.address.split('@')[0])
    if (!isTheirs) throw new CredentialsWrongError()
    return account
  }
}

function credentialsOf(header: string | undefined): { account: string; password: string } | null {
  const encoded = /^Basic\s+([\w+/=-]{1,1000})$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 1 ? null : { account: text.slice(0, colon), password: text.slice(colon + 1) }
}
