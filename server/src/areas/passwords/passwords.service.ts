import { brokenPasswordRules, Code, type Language, type PasswordOwner, type PasswordRule } from '@yanshu/contracts'
import { CallError, CodeOverError, OldPasswordWrongError } from '../../platform/http/errors.ts'
import { remindOfPasswordAfter, setPassword } from '../../store/accounts/accountEntries.ts'
import { endCodes } from '../../store/accounts/endCodes.ts'
import { hashPassword, isPassword } from '../../store/accounts/password.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { endSessions } from '../../store/sessions/end/endSessions.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import { placeOf } from '../../store/throttle/place.ts'
import { countTries } from '../../store/throttle/throttle.ts'
import { endTickets } from '../../store/tickets/tickets.ts'
import { accountOf } from '../user/index.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
/** Wrong passwords in an open session before the account waits: a stranger at an unlocked screen may guess too. */
const TRIES_FREE = 5
const LONGEST_WAIT_S = 15 * 60

const RULE_WORDS: Readonly<Record<PasswordRule, Readonly<Record<Language, string>>>> = {
  length: { zh: '长度不符', en: 'its length' },
  kinds: { zh: '至少包含三类字符', en: 'three kinds of characters are needed' },
  chinese: { zh: '不能包含中文', en: 'it holds Chinese characters' },
  account: { zh: '不能包含账号', en: 'it holds the account' },
  sequence: { zh: '不能有三位以上连续字符', en: 'it holds a sequence of three' },
  repeat: { zh: '不能有三位以上重复字符', en: 'it repeats a character three times' },
  pinyin: { zh: '不能包含姓名拼音', en: 'it holds the name in pinyin' },
  weak: { zh: '属于常见弱密码', en: 'it is one of the weak ones that everybody knows' },
}

/** A new password breaks rules, which its message names. */
export class PasswordRefusedError extends CallError {
  constructor(rules: readonly PasswordRule[]) {
    super(Code.passwordRefused, {
      details: {
        zh: rules.map((rule) => RULE_WORDS[rule].zh).join('、'),
        en: rules.map((rule) => RULE_WORDS[rule].en).join(', '),
      },
    })
  }
}

/** What a new password of an account is held against. */
export async function rulesOf(
  context: Pick<Context, 'store'>,
  accountId: number,
): Promise<PasswordOwner & { nameReadings: string[][] }> {
  const { store } = context
  const account = await store.db
    .selectFrom('account')
    .select(['address', 'name'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { passwordComplexLevel } = await switchesOf(store.db, accountId)
  // A dictionary of eight megabytes that a running server seldom needs.
  const { allReadings } = await import('../../store/names/pinyin.ts')
  return { level: passwordComplexLevel, account: account.address, nameReadings: allReadings(account.name) }
}

/** The authorization codes of an account, from which its owner chooses those that outlive the password. */
export async function codesOf({ store }: Pick<Context, 'store'>, accountId: number) {
  const rows = await store.db
    .selectFrom('client_code')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    codeId: row.id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

/** Throws `PasswordRefusedError` when a password may not be the account's. */
export async function requireGoodPassword(
  context: Pick<Context, 'store'>,
  accountId: number,
  password: string,
): Promise<void> {
  const broken = brokenPasswordRules(password, await rulesOf(context, accountId))
  if (broken.length > 0) throw new PasswordRefusedError(broken)
}

/**
 * Asks for the password again, in an open session, before what protects the account is changed. Answers the stored hash.
 * Throws `OldPasswordWrongError`, `TooManyRequestsError`, `BusyError`.
 */
export async function requirePassword(
  context: Context,
  accountId: number,
  password: string,
  ip: string,
): Promise<string> {
  const scope = `password:${accountId}`
  const tries = await countTries(context, [{ scope, free: TRIES_FREE, longestS: LONGEST_WAIT_S }])
  const { password_hash } = await accountOf(context, accountId)
  const right = await isPassword(password, password_hash, placeOf(ip)).catch(async (error: unknown) => {
    await tries.giveBack()
    throw error
  })
  if (!right) throw new OldPasswordWrongError()
  await tries.forget([scope])
  return password_hash
}

/**
 * Changes the password of who is logged in. Their other logins end; this one goes on. Their authorization
 * codes end but those to keep.
 * Throws what {@link requirePassword} and {@link requireGoodPassword} throw.
 */
export async function changePassword(
  context: Context,
  caller: { readonly accountId: number; readonly sessionId: string },
  {
    oldPassword,
    newPassword,
    keepCodes = [],
  }: {
    readonly oldPassword: string
    readonly newPassword: string
    readonly keepCodes?: readonly number[] | undefined
  },
  ip: string,
): Promise<void> {
  const before = await requirePassword(context, caller.accountId, oldPassword, ip)
  await requireGoodPassword(context, caller.accountId, newPassword)
  // The same password again would make "must be changed" mean nothing.
  if (oldPassword === newPassword) throw new PasswordRefusedError(['weak'])
  await writePassword(context, caller.accountId, newPassword, { before, keepSession: caller.sessionId, keepCodes })
}

/** Sets the password of an account whose owner has entered a code; all logins and authorization codes end. Answers the address. */
export async function replacePassword(context: Context, accountId: number, password: string): Promise<string> {
  await requireGoodPassword(context, accountId, password)
  await writePassword(context, accountId, password, {})
  return (await accountOf(context, accountId)).address
}

async function writePassword(
  context: Context,
  accountId: number,
  password: string,
  {
    before,
    keepSession,
    keepCodes = [],
  }: { readonly before?: string; readonly keepSession?: string; readonly keepCodes?: readonly number[] },
): Promise<void> {
  const hash = await hashPassword(password)
  await transact(context, async (trx) => {
    const changed = await setPassword(trx, accountId, hash, { before, isChosen: true })
    // Another session has changed it meanwhile: what was entered is no longer the password.
    if (!changed) throw before === undefined ? new CodeOverError() : new OldPasswordWrongError()
    await endSessions(trx, accountId, { except: keepSession })
    await endTickets(trx, accountId)
    await endCodes(trx, accountId, context.now(), keepCodes)
  })
  context.log.info({ account: accountId }, 'a password was changed')
}

/** Leaves the reminder of an old password out for some days. */
export async function snoozePrompt({ store, now }: Context, accountId: number, days: number): Promise<void> {
  await remindOfPasswordAfter(store.db, accountId, now() + days * DAY_MS)
}
