import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { SessionActor } from '../../platform/actor/actor.ts'
import type { Allowances } from '../../platform/http/caller.ts'
import {
  ForbiddenError,
  OwnerOnlyError,
  PasswordDueError,
  ScreenLockedError,
  TokenExpiredError,
  TokenInvalidError,
} from '../../platform/http/errors.ts'
import { isReachedBy } from '../accounts/reachableAccounts.ts'
import type { Context } from '../context/context.ts'
import { preparedForList } from '../database/prepared.ts'
import { requireCallSwitch, switchesOf } from '../switches/switches.ts'
import { isPerson } from './actor.ts'
import { requireRecentPassword } from './rights.ts'
import { tokenHash } from './tokens.ts'

/** The cookie that authenticates plain links (pictures, downloads). */
export const TOKEN_COOKIE = 'safeMailToken'

type Parts = Pick<Context, 'store' | 'now'>

/**
 * The account behind an access token. Throws `TokenInvalidError`, `TokenExpiredError`, `ScreenLockedError` while the screen
 * of the session is locked, and `PasswordDueError` while the password must be changed, unless that is allowed. A person who
 * switched to the account must still have the right to it; `OwnerOnlyError` refuses them what is for the owner.
 * `ForbiddenError` refuses what is for administrators, `RecentPasswordError` what needs a password entered lately, and what
 * the call names as its refusal where its switch is off.
 */
export const callerOf = (context: Parts, accessToken: string, allowed: Allowances = {}): Promise<SessionActor> =>
  callerOfAny(context, [accessToken], allowed)

/** The account behind the first of these tokens that is accepted, by one statement. Throws what the last is refused for. */
async function callerOfAny(
  context: Parts,
  accessTokens: readonly string[],
  allowed: Allowances,
): Promise<SessionActor> {
  const hashes = [...new Set(accessTokens.map(tokenHash))]
  const rows = hashes.length > 0 ? await selectSessions(context.store.db, hashes) : []
  let failure: Error | null = null
  for (const hash of hashes) {
    try {
      return await admitted(
        context,
        rows.find(({ access_hash }) => access_hash === hash),
        allowed,
      )
    } catch (error) {
      if (!(error instanceof Error)) throw error
      failure = error
    }
  }
  throw failure ?? new TokenInvalidError()
}

async function admitted(context: Parts, found: SessionRow | undefined, allowed: Allowances): Promise<SessionActor> {
  const { evenLocked = false, evenPasswordDue = false, ownerOnly = false } = allowed
  if (!found || found.disabled) throw new TokenInvalidError()
  if (found.access_expires_at <= context.now()) throw new TokenExpiredError()
  const personId = found.person_id ?? found.account_id
  if (found.locked_at !== null && !evenLocked && (await isLockInForce(context, found.id, personId))) {
    throw new ScreenLockedError()
  }
  if (personId !== found.account_id) {
    // A right that was revoked ends what it opened at once.
    if (found.person_disabled !== 0 || !found.is_reached) throw new TokenInvalidError()
    if (ownerOnly && found.person_is_admin !== 1) throw new OwnerOnlyError()
  }
  // Who switched to another mailbox has nothing to do with its password.
  if (found.change_password === 1 && personId === found.account_id && !evenPasswordDue) throw new PasswordDueError()
  if (allowed.administrator && (personId !== found.account_id || found.is_admin !== 1)) throw new ForbiddenError()
  if (allowed.personAlone && !isPerson({ accountId: found.account_id, personId })) {
    throw allowed.personAlone === 'ownerOnly' ? new OwnerOnlyError() : new ForbiddenError()
  }
  if (allowed.switchedBy) await requireCallSwitch(context, found.account_id, allowed.switchedBy)
  // Last: a password is asked for what is open but for it.
  if (allowed.recentPassword) await requireRecentPassword(context, { sessionId: found.id })
  return {
    via: 'session',
    scopes: 'all',
    accountId: found.account_id,
    personId,
    openFolders: { sessionId: found.id },
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

/** Whether the person of a switched session still has the right to the account; false for a session of one's own. */
const isReached = sql<
  boolean | number
>`(session.person_id is not null and ${isReachedBy(sql.ref('session.person_id'))})`

/**
 * Each call asks it, and nothing else of its session. It is not kept between calls: a sign-out, a disabled account, a
 * revoked right and a new password count from their commit on, on every server.
 */
const selectSessions = preparedForList((db, accessHashes: readonly string[]) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .leftJoin('account as person', 'person.id', 'session.person_id')
    .select(['session.id', 'session.account_id', 'session.access_hash', 'session.access_expires_at'])
    .select([
      'account.address',
      'account.disabled',
      'account.change_seq',
      'account.change_password',
      'account.is_admin',
    ])
    .select(['session.locked_at', 'session.person_id'])
    .select(['person.disabled as person_disabled', 'person.is_admin as person_is_admin'])
    .select([hasGuarded.as('has_guarded'), isReached.as('is_reached')])
    .where('session.access_hash', 'in', accessHashes)
    .compile(),
)
type SessionRow = Awaited<ReturnType<typeof selectSessions>>[number]

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
): Promise<SessionActor> {
  const bearer = /^Bearer\s+(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer) return callerOf(context, bearer, allowed)
  if (!byCookie) throw new TokenInvalidError()
  // Server and client may each have set one, for different paths; any valid one is accepted.
  return callerOfAny(context, cookieTokens(request.headers.cookie), allowed)
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
