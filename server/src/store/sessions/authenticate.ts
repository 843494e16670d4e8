import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Allowances, Caller } from '../../platform/http/caller.ts'
import {
  PasswordDueError,
  ScreenLockedError,
  TokenExpiredError,
  TokenInvalidError,
} from '../../platform/http/errors.ts'
import type { Context } from '../context/context.ts'
import { prepared } from '../database/prepared.ts'
import { switchesOf } from '../switches/switches.ts'
import { requireRight } from './rights.ts'
import { tokenHash } from './tokens.ts'

/** The cookie that authenticates plain links (pictures, downloads). */
export const TOKEN_COOKIE = 'safeMailToken'

type Parts = Pick<Context, 'store' | 'now'>

/**
 * The account behind an access token. Throws `TokenInvalidError`, `TokenExpiredError`, `ScreenLockedError` while the screen
 * of the session is locked, and `PasswordDueError` while the password must be changed, unless that is allowed. A person who
 * switched to the account must still have the right to it; `OwnerOnlyError` refuses them what is for the owner.
 */
export async function callerOf(
  context: Parts,
  accessToken: string,
  { evenLocked = false, evenPasswordDue = false, ownerOnly = false }: Allowances = {},
): Promise<Caller> {
  const [found] = await selectSession(context.store.db, { accessHash: tokenHash(accessToken) })
  if (!found || found.disabled) throw new TokenInvalidError()
  if (found.access_expires_at <= context.now()) throw new TokenExpiredError()
  const personId = found.person_id ?? found.account_id
  if (found.locked_at !== null && !evenLocked && (await isLockInForce(context, found.id, personId))) {
    throw new ScreenLockedError()
  }
  await requireRight(context, { accountId: found.account_id, personId }, ownerOnly)
  // Who switched to another mailbox has nothing to do with its password.
  if (found.change_password === 1 && personId === found.account_id && !evenPasswordDue) throw new PasswordDueError()
  return {
    accountId: found.account_id,
    personId,
    address: found.address,
    sessionId: found.id,
    changeSeq: found.change_seq,
    hasGuarded: Boolean(found.has_guarded),
  }
}

/** `guarded = 1` as it stands in the index, which holds no others. */
const hasGuarded = sql<boolean | number>`exists (
  select 1 from folder where folder.account_id = session.account_id and guarded = 1
)`

/** Each call asks it. */
const selectSession = prepared((db, by: { accessHash: string }) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session.id', 'session.account_id', 'session.access_expires_at', 'account.address', 'account.disabled'])
    .select(['account.change_seq', 'session.locked_at', 'session.person_id', 'account.change_password'])
    .select(hasGuarded.as('has_guarded'))
    .where('session.access_hash', '=', by.accessHash)
    .compile(),
)

/** Whether the lock of a locked session still holds: an operator may have turned the lock off since (§4, server off). */
async function isLockInForce({ store }: Parts, sessionId: string, personId: number): Promise<boolean> {
  if ((await switchesOf(store.db, personId)).islockscreen) return true
  await store.db.updateTable('session').set({ locked_at: null }).where('id', '=', sessionId).execute()
  return false
}

/** Authenticates a request by its bearer token, or where a plain link suffices by the cookie. */
export async function authenticate(
  context: Parts,
  request: FastifyRequest,
  byCookie: boolean,
  allowed: Allowances = {},
): Promise<Caller> {
  const bearer = /^Bearer\s+(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer) return callerOf(context, bearer, allowed)
  if (!byCookie) throw new TokenInvalidError()
  // Server and client may each have set one, for different paths; any valid one is accepted.
  let failure = new TokenInvalidError() as Error
  for (const token of cookieTokens(request.headers.cookie)) {
    try {
      return await callerOf(context, token, allowed)
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
