import {
  CODE_LIFE_MS,
  type LoginAnswer,
  type OpenedSession,
  type SecondMethod,
  type SecondStep,
} from '@yanshu/contracts'
import { z } from 'zod'
import type { Context } from '../../store/context/context.ts'
import { type Device, openSessionByPassword } from '../../store/sessions/session.service.ts'
import { ticketKind } from '../../store/tickets/tickets.ts'
import { secondMethods } from '../second-factor/index.ts'
import { userInfo } from '../user/index.ts'

/** An account whose owner has shown that it is they, and the password that it had at that moment. */
export interface ProvenAccount {
  readonly id: number
  readonly address: string
  readonly password_hash: string
}

/** The first step of a login: the password (a passkey and single sign-on count as one), or a code sent to the phone. */
export type FirstStep = 'password' | 'phone'

/**
 * How the second step of a login may be made; none when the account asks for none. What was used as the first step is
 * never the second one: after a phone code a short message shows nothing more, so the password stands in its place.
 */
export async function stepMethods(
  context: Pick<Context, 'store' | 'config'>,
  accountId: number,
  first: FirstStep,
): Promise<{ readonly methods: SecondMethod[]; readonly phoneEnd: string; readonly phone: string }> {
  const { methods, ...phone } = await secondMethods(context, accountId)
  if (first === 'password' || !methods.includes('sms')) return { methods, ...phone }
  return { methods: [...methods.filter((method) => method !== 'sms'), 'password'], ...phone }
}

/** The first step of a login that needs a second one. */
export const loginSteps = ticketKind(
  'login-step',
  z.object({ address: z.string(), passwordHash: z.string(), first: z.enum(['password', 'phone']).default('password') }),
  CODE_LIFE_MS,
)

/**
 * Opens the login, or asks for the second step when the account has turned one on.
 * Null when the password was changed, or the account disabled, meanwhile.
 */
export async function openOrAsk(
  context: Context,
  account: ProvenAccount,
  device: Device,
  first: FirstStep = 'password',
): Promise<LoginAnswer | null> {
  const { methods, phoneEnd } = await stepMethods(context, account.id, first)
  if (methods.length === 0) return open(context, account, device, { proven: first === 'password' })
  const verifyId = await loginSteps.issue(context, {
    accountId: account.id,
    data: { address: account.address, passwordHash: account.password_hash, first },
  })
  return {
    secondVerified: true,
    verifyId,
    methods,
    phoneEnd: methods.includes('sms') ? phoneEnd : '',
  } satisfies SecondStep
}

/**
 * Opens a login that needs no further step. `proven` is false where the only step was a phone code or a QR code. Null as
 * for {@link openOrAsk}.
 */
export async function open(
  context: Context,
  account: ProvenAccount,
  device: Device,
  { proven = true }: { readonly proven?: boolean } = {},
): Promise<OpenedSession | null> {
  const tokens = await openSessionByPassword(context, account, device, { proven })
  if (!tokens) return null
  return { ...tokens, secondVerified: false, userMail: account.address, user: await userInfo(context, account.id) }
}
