import type { LoginAnswer } from '@yanshu/contracts'
import { CredentialsWrongError } from '../../platform/http/errors.ts'
import { isPassword } from '../../store/accounts/password.ts'
import type { Context } from '../../store/context/context.ts'
import { noteWrongLogin } from '../../store/sessions/loginLog.ts'
import type { Device } from '../../store/sessions/session.service.ts'
import { placeOf } from '../../store/throttle/place.ts'
import { openOrAsk } from './openLogin.ts'
import { type CountedTry, countTry, type Trier } from './throttle.ts'

/**
 * Logs in by password (§4, Login). An unknown account, a disabled one and a wrong password take the same time and get the
 * same answer.
 * Throws `CredentialsWrongError`, `ChallengeNeededError`, `TooManyRequestsError`, and `BusyError` when too many log in at
 * this moment.
 */
export async function logIn(
  context: Context,
  credentials: { account: string; password: string; verifyToken?: string | undefined },
  device: Device,
): Promise<LoginAnswer> {
  const trier = { kind: 'person', verifyToken: credentials.verifyToken } as const
  const { account, right, counted } = await tryPassword(context, credentials, device.ip, trier)
  const answer = account && right && !account.disabled ? await openOrAsk(context, account, device) : null
  if (!answer) {
    context.log.info({ ip: device.ip }, 'a log-in with a wrong account or password')
    if (account) noteWrongLogin(context, account.id, device)
    throw new CredentialsWrongError()
  }
  await counted.right()
  return answer
}

/** Compares a password, counted before it is compared. */
async function tryPassword(
  context: Context,
  credentials: { account: string; password: string },
  ip: string,
  trier: Trier,
) {
  const address = await fullAddress(context, credentials.account)
  const counted = await countTry(context, address, ip, trier)
  const account = await context.store.db
    .selectFrom('account')
    .select(['id', 'address', 'password_hash', 'disabled'])
    .where('address', '=', address)
    .executeTakeFirst()
  const right = await comparePassword(counted, credentials.password, account?.password_hash ?? '', ip)
  return { account, right, counted }
}

async function comparePassword(counted: CountedTry, password: string, stored: string, ip: string) {
  try {
    return await isPassword(password, stored, placeOf(ip))
  } catch (error) {
    await counted.undone()
    throw error
  }
}

/** The local part alone is enough where the organisation has one domain. */
async function fullAddress({ store }: Context, account: string): Promise<string> {
  const typed = account.normalize('NFKC').toLowerCase()
  if (typed.includes('@')) return typed
  const domains = await store.db.selectFrom('domain').select('name').limit(2).execute()
  const [only] = domains
  return only && domains.length === 1 ? `${typed}@${only.name}` : typed
}
