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

/** The first step of a login that needs a second one. */
export const loginSteps = ticketKind(
  'login-step',
  z.object({ address: z.string(), passwordHash: z.string() }),
  CODE_LIFE_MS,
)

/**
 * Opens the login, or asks for the second step when the account has turned one on. `shown` is what its owner has shown
 * already beside the password: nobody is asked for the same twice.
 * Null when the password was changed, or the account disabled, meanwhile.
 */
export async function openOrAsk(
  context: Context,
  account: ProvenAccount,
  device: Device,
  shown: readonly SecondMethod[] = [],
): Promise<LoginAnswer | null> {
  const { methods, phoneEnd } = await secondMethods(context, account.id)
  if (methods.length === 0 || methods.some((method) => shown.includes(method))) return open(context, account, device)
  const verifyId = await loginSteps.issue(context, {
    accountId: account.id,
    data: { address: account.address, passwordHash: account.password_hash },
  })
  return {
    secondVerified: true,
    verifyId,
    methods,
    phoneEnd: methods.includes('sms') ? phoneEnd : '',
  } satisfies SecondStep
}

/** Opens the login of somebody who needs no further step. Null as for {@link openOrAsk}. */
export async function open(context: Context, account: ProvenAccount, device: Device): Promise<OpenedSession | null> {
  const tokens = await openSessionByPassword(context, account, device)
  if (!tokens) return null
  return { ...tokens, secondVerified: false, userMail: account.address, user: await userInfo(context, account.id) }
}
