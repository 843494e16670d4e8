import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/http/caller.ts'
import { TokenExpiredError, TokenInvalidError } from '../../platform/http/errors.ts'
import type { Context } from '../context/context.ts'
import { tokenHash } from './tokens.ts'

/** The cookie that authenticates plain links (pictures, downloads). */
export const TOKEN_COOKIE = 'safeMailToken'

/** The account behind an access token. Throws `TokenInvalidError` or `TokenExpiredError`. */
export async function callerOf(context: Pick<Context, 'store' | 'now'>, accessToken: string): Promise<Caller> {
  const found = await context.store.db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session.id', 'session.account_id', 'session.access_expires_at', 'account.address', 'account.disabled'])
    .select('account.change_seq')
    .where('session.access_hash', '=', tokenHash(accessToken))
    .executeTakeFirst()
  if (!found || found.disabled) throw new TokenInvalidError()
  if (found.access_expires_at <= context.now()) throw new TokenExpiredError()
  return { accountId: found.account_id, address: found.address, sessionId: found.id, changeSeq: found.change_seq }
}

/** Authenticates a request by its bearer token, or where a plain link suffices by the cookie. */
export async function authenticate(
  context: Pick<Context, 'store' | 'now'>,
  request: FastifyRequest,
  byCookie: boolean,
): Promise<Caller> {
  const bearer = /^Bearer\s+(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer) return callerOf(context, bearer)
  if (!byCookie) throw new TokenInvalidError()
  // Server and client may each have set one, for different paths; any valid one is accepted.
  let failure = new TokenInvalidError() as Error
  for (const token of cookieTokens(request.headers.cookie)) {
    try {
      return await callerOf(context, token)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      failure = error
    }
  }
  throw failure
}

function cookieTokens(header: string | undefined): string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${TOKEN_COOKIE}=`))
    .map((pair) => pair.slice(TOKEN_COOKIE.length + 1))
    .filter((token) => token.length > 0 && token.length <= 200)
    .slice(0, 4)
}
