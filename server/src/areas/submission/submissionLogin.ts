import type { CodeActor } from '../../platform/actor/actor.ts'
import { CallError, TooManyRequestsError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { noteLogin } from '../../store/sessions/loginLog.ts'
import { placeOf } from '../../store/throttle/place.ts'
import { countTries } from '../../store/throttle/throttle.ts'
import { actorByCode } from '../security/index.ts'
import { submissionRefusals } from './submissionRefusals.ts'

/** Tries at one account from one network address before they wait, and the longest wait in seconds. */
const TRIES = { free: 5, longestS: 15 * 60 } as const
/** Longer names and codes are invalid, and not looked up. */
const CREDENTIAL_MAX = 320

/**
 * Lets a program in by the address of the account and an authorization code; the account's password opens nothing. The
 * try is counted before the code is compared. Throws a `SmtpRefusal`.
 */
export async function logIn(
  context: Context,
  { username, password }: { readonly username: string; readonly password: string },
  ip: string,
): Promise<CodeActor> {
  const typed = username.normalize('NFKC').trim().toLowerCase()
  // PostgreSQL keeps no NUL, and no address has one.
  if (!/^[^\p{Cc}]+$/u.test(typed) || typed.length > CREDENTIAL_MAX || password.length > CREDENTIAL_MAX) {
    throw submissionRefusals.wrongCode()
  }
  const scope = `submission:${typed}|${placeOf(ip)}`
  try {
    const counted = await countTries(context, [{ scope, ...TRIES }])
    const found = await actorByCode(context, { code: password, scope: 'smtp', ip, userAgent: 'SMTP' })
    if (!found || (typed !== found.address && typed !== found.address.split('@')[0])) {
      await noteWrong(context, typed, ip)
      throw submissionRefusals.wrongCode()
    }
    await counted.forget([scope])
    return found
  } catch (error) {
    if (error instanceof TooManyRequestsError) throw submissionRefusals.wait()
    if (error instanceof CallError) throw submissionRefusals.wrongCode()
    throw error
  }
}

/** Its owner sees the try in the log of log-ins. */
async function noteWrong(context: Context, typed: string, ip: string): Promise<void> {
  const account = await context.store.db
    .selectFrom('account')
    .select('id')
    .where('address', '=', typed)
    .executeTakeFirst()
  if (!account) return
  const note = {
    accountId: account.id,
    at: context.now(),
    ip,
    userAgent: 'SMTP',
    way: 'client',
    result: 'wrong',
  } as const
  await noteLogin(context.store.db, note)
}
