import { type LockSettings, lockTimeoutMs, type PostBody } from '@yanshu/contracts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { BadRequestError, ForbiddenError, LockPasswordWrongError } from '../../platform/http/errors.ts'
import { hashPassword, isPassword } from '../../store/accounts/password.ts'
import type { Context } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'
import { lockedSince, lockSession, relieveSession, relieveSessionsOf } from '../../store/sessions/lockSession.ts'
import { isSwitchLocked, switchesOf } from '../../store/switches/switches.ts'
import { countTries } from '../../store/throttle/throttle.ts'

const MINUTE_MS = 60_000
/** Tries at the password of a locked screen before they have to wait, and the longest wait in seconds. */
const TRIES = { free: 5, longestS: 15 * 60 } as const

interface StoredLock {
  readonly flag: number
  readonly auto_flag: number | null
  readonly locktime: number | null
  readonly password_hash: string
}

const NONE: StoredLock = { flag: 0, auto_flag: null, locktime: null, password_hash: '' }

async function storedLock({ store }: Pick<Context, 'store'>, personId: number): Promise<StoredLock> {
  const row = await store.db
    .selectFrom('lock_setting')
    .selectAll()
    .where('account_id', '=', personId)
    .executeTakeFirst()
  return row ?? NONE
}

/** The lock settings of a person: their own, and where they have chosen nothing, or may not, the organisation's. */
export async function lockSettingsOf(context: Pick<Context, 'store'>, personId: number): Promise<LockSettings> {
  const { db } = context.store
  const stored = await storedLock(context, personId)
  const { islockscreen, locktime } = await switchesOf(db, personId)
  const timeLocked = await isSwitchLocked(db, personId, 'locktime')
  const own = timeLocked ? NONE : stored
  return {
    flag: stored.flag === 1,
    autoFlag: own.auto_flag === null ? locktime > 0 : own.auto_flag === 1,
    locktime: own.locktime ?? locktime,
    haspass: stored.password_hash !== '',
    offered: islockscreen,
    timeLocked,
  }
}

const isUsable = ({ flag, haspass, offered }: LockSettings) => flag && haspass && offered

/** Whether the screen of a session is locked, and whether its lock is on at all. */
export async function lockStateOf(context: Pick<Context, 'store'>, { sessionId, personId }: SessionActor) {
  const locked = (await lockedSince(context, sessionId)) !== null
  return { locked, usable: isUsable(await lockSettingsOf(context, personId)) }
}

/** Minutes after which the screen of a person locks by itself; 0 for never. */
export async function lockTimeOf(context: Pick<Context, 'store'>, personId: number): Promise<number> {
  const settings = await lockSettingsOf(context, personId)
  return isUsable(settings) ? Math.round(lockTimeoutMs(settings) / MINUTE_MS) : 0
}

/** Locks the screen of a session. Throws `ForbiddenError` while the lock is off or has no password (§4). */
export async function lockScreen(context: Context, caller: SessionActor): Promise<void> {
  if (!isUsable(await lockSettingsOf(context, caller.personId))) throw new ForbiddenError()
  await lockSession(context, caller)
}

/**
 * Saves lock settings; the password only for the first time. Turning the lock off unlocks every session of the person.
 * Throws `BadRequestError` for a lock without a password, `ForbiddenError` for what the organisation has locked or does
 * not offer, and for a password where there is one.
 */
export async function saveLockSettings(
  context: Context,
  personId: number,
  change: PostBody<'mail/main/lockScreen/set'>,
): Promise<LockSettings> {
  const before = await lockSettingsOf(context, personId)
  if (before.timeLocked && (change.autoFlag !== undefined || change.locktime !== undefined)) throw new ForbiddenError()
  if (change.password !== undefined && before.haspass) throw new ForbiddenError()
  if (change.flag && !before.offered) throw new ForbiddenError()
  if (change.flag && !before.haspass && change.password === undefined) throw new BadRequestError(['password'])
  const hash = change.password === undefined ? undefined : await hashPassword(change.password)
  await write(context, personId, {
    ...(change.flag === undefined ? {} : { flag: change.flag ? 1 : 0 }),
    ...(change.autoFlag === undefined ? {} : { auto_flag: change.autoFlag ? 1 : 0 }),
    ...(change.locktime === undefined ? {} : { locktime: change.locktime }),
    ...(hash === undefined ? {} : { password_hash: hash }),
  })
  if (change.flag === false) await relieveSessionsOf(context, personId)
  return lockSettingsOf(context, personId)
}

/**
 * Sets another password of the lock, proven by the old one or by the login password.
 * Throws `LockPasswordWrongError`, `TooManyRequestsError`, `BusyError`, and `ForbiddenError` where there is none yet.
 */
export async function resetPassword(
  context: Context,
  personId: number,
  { password, oldPassword, loginPassword }: PostBody<'mail/main/lockScreen/reset'>,
): Promise<LockSettings> {
  const { password_hash } = await storedLock(context, personId)
  if (password_hash === '') throw new ForbiddenError()
  const expected = oldPassword === undefined ? await loginHash(context, personId) : password_hash
  await requireRight(context, `lock-reset:${personId}`, oldPassword ?? loginPassword ?? '', expected)
  await write(context, personId, { password_hash: await hashPassword(password) })
  return lockSettingsOf(context, personId)
}

/**
 * Unlocks the screen of a session by the password of its person. One that is not locked is left as it is, whatever the
 * password: a caller cannot find here whether it is right. Throws what `resetPassword` throws.
 */
export async function relieve(context: Context, caller: SessionActor, password: string, ip: string): Promise<void> {
  if ((await lockedSince(context, caller.sessionId)) === null) return
  const { password_hash } = await storedLock(context, caller.personId)
  await requireRight(context, `lock:${caller.sessionId}`, password, password_hash, ip)
  await relieveSession(context, caller.sessionId)
}

async function loginHash({ store }: Context, personId: number): Promise<string> {
  const row = await store.db.selectFrom('account').select('password_hash').where('id', '=', personId).executeTakeFirst()
  return row?.password_hash ?? ''
}

/** Counts a try under its scope, then compares the password. `party` names the caller, because parties take turns. */
async function requireRight(
  context: Context,
  scope: string,
  password: string,
  stored: string,
  party = '',
): Promise<void> {
  const counted = await countTries(context, [{ scope, ...TRIES }])
  const right = await isPassword(password, stored, party).catch(async (error: unknown) => {
    await counted.giveBack()
    throw error
  })
  if (!right) throw new LockPasswordWrongError()
  await counted.forget([scope])
}

async function write(context: Context, personId: number, values: Partial<StoredLock>): Promise<void> {
  if (Object.keys(values).length === 0) return
  await transact(context, async (trx) => {
    await trx
      .insertInto('lock_setting')
      .values({ account_id: personId, ...NONE, ...values })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
      .execute()
    noteChange(trx, personId, { kind: 'settings', folderId: null, mailIds: [] })
  })
  announceChanges(context, [personId])
}
