import { CODE_LIFE_MS, CODE_RESEND_S, isMailAddress, type Language } from '@yanshu/contracts'
import { z } from 'zod'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { BadRequestError, CodeOverError } from '../../platform/http/errors.ts'
import { setRecoveryEmail } from '../../store/accounts/accountEntries.ts'
import type { Context } from '../../store/context/context.ts'
import { requirePerson } from '../../store/sessions/actor.ts'
import { ticketKind } from '../../store/tickets/tickets.ts'
import { countCode, mailCode, newCode, useCode } from '../codes/index.ts'

/** Which address a code was sent to. */
const bindings = ticketKind('recovery-email', z.object({ email: z.string() }), CODE_LIFE_MS)

const write = ({ store }: Context, accountId: number, email: string) => setRecoveryEmail(store.db, accountId, email)

/**
 * Begins to set the address by which a forgotten password is replaced: a code goes there, and the address before it counts
 * until the code is brought back. '' takes the address away at once. Throws `BadRequestError` for what is no address or one
 * of the account itself, `ForbiddenError` in a mailbox that the person switched to, `TooManyRequestsError`.
 */
export async function bindRecoveryEmail(
  context: Context,
  actor: SessionActor,
  email: string,
  { ip, language }: { readonly ip: string; readonly language: Language },
): Promise<{ bindId: string; resendIn: number }> {
  requirePerson(actor)
  const { accountId, address } = actor
  const to = email.trim().toLowerCase()
  if (to === '') {
    await write(context, accountId, '')
    return { bindId: '', resendIn: 0 }
  }
  if (!isMailAddress(to) || to === address) throw new BadRequestError(['email'])
  await countCode(context, to, ip)
  const { token, code } = await newCode(context, 'email-code', { accountId })
  await bindings.issue(context, { accountId, token, data: { email: to } })
  await mailCode(context, { account: address, to, code, language, about: 'bind' })
  return { bindId: token, resendIn: CODE_RESEND_S }
}

/** Takes the code, and the address stands with the account. Throws `CodeWrongError` and `CodeOverError`. */
export async function confirmRecoveryEmail(
  context: Context,
  accountId: number,
  { bindId, code }: { readonly bindId: string; readonly code: string },
): Promise<void> {
  const binding = await bindings.read(context, bindId)
  if (binding?.accountId !== accountId) throw new CodeOverError()
  await useCode(context, 'email-code', bindId, code, { of: accountId })
  await bindings.take(context, bindId)
  await write(context, accountId, binding.data.email)
  context.log.info({ account: accountId }, 'a recovery address was confirmed')
}
