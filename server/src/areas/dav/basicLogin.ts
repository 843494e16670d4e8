import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { CredentialsWrongError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { accountByPassword } from '../login/index.ts'

export interface DavCaller {
  readonly accountId: number
  readonly address: string
}

interface Known extends DavCaller {
  readonly passwordHash: string
  readonly until: number
}

/** How long a password that was right is not compared again: a client sends it with each of some hundred requests. */
const KEPT_MS = 5 * 60_000
const KEPT_MAX = 1_000

/**
 * Lets clients in by account and password (RFC 7617), which are counted as at the login. Throws `CredentialsWrongError`
 * and what slows guessing down.
 */
export function createBasicLogin(context: Context): (request: FastifyRequest) => Promise<DavCaller> {
  // Of this process alone: what is kept is of no use to anybody who reads it elsewhere.
  const secret = randomBytes(32)
  const known = new Map<string, Known>()

  const stillGood = async (key: string): Promise<Known | null> => {
    const found = known.get(key)
    if (!found) return null
    const account = await context.store.db
      .selectFrom('account')
      .select(['password_hash', 'disabled'])
      .where('id', '=', found.accountId)
      .executeTakeFirst()
    const good = found.until > context.now() && account?.disabled === 0 && account.password_hash === found.passwordHash
    if (!good) known.delete(key)
    return good ? found : null
  }

  return async (request) => {
    const credentials = credentialsOf(request.headers.authorization)
    if (!credentials) throw new CredentialsWrongError()
    const key = createHmac('sha256', secret)
      .update(`${credentials.account.toLowerCase()}\0${credentials.password}`)
      .digest('base64')
    const there = await stillGood(key)
    if (there) return there
    const account = await accountByPassword(context, credentials, request.ip)
    if (known.size >= KEPT_MAX) known.delete(known.keys().next().value ?? '')
    known.set(key, { ...account, until: context.now() + KEPT_MS })
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
