import type { Tokens, UserInfo } from '@yanshu/contracts'
import { CredentialsWrongError } from '../../platform/http/errors.ts'
import { isPassword } from '../../store/accounts/password.ts'
import type { Context } from '../../store/context/context.ts'
import { noteWrongLogin } from '../../store/sessions/loginLog.ts'
import { type Device, openSessionByPassword } from '../../store/sessions/session.service.ts'
import { userInfo } from '../user/index.ts'
import { placeOf } from './place.ts'
import { type CountedTry, countTry } from './throttle.ts'

/**
 * Logs in by password (§4, Login). An unknown account, a disabled one and a wrong password take the same time and get the
 * same answer.
 * Throws `CredentialsWrongError`, `TooManyRequestsError`, and `BusyError` when too many log in at this moment.
 */
export async function logIn(
  context: Context,
  credentials: { account: string; password: string },
  device: Device,
): Promise<Tokens & { userMail: string; user: UserInfo }> {
  const { account, right, counted } = await tryPassword(context, credentials, device.ip)
  const tokens = account && right ? await openSessionByPassword(context, account, device) : null
  if (!account || !tokens) {
    context.log.info({ ip: device.ip }, 'a log-in with a wrong account or password')
    if (account) noteWrongLogin(context, account.id, device)
    throw new CredentialsWrongError()
  }
  await counted.right()
  return { ...tokens, userMail: account.address, user: await userInfo(context, account.id) }
}

/** Compares a password, counted before it is looked at. */
async function tryPassword(context: Context, credentials: { account: string; password: string }, ip: string) {
  const address = await fullAddress(context, credentials.account)
  const counted = await countTry(context, address, ip)
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
