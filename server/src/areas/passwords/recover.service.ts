import {
  CODE_LIFE_MS,
  CODE_RESEND_S,
  isMailAddress,
  isMobilePhone,
  type Language,
  phoneDigits,
} from '@yanshu/contracts'
import { z } from 'zod'
import {
  BadRequestError,
  ChallengeNeededError,
  CodeOverError,
  CodeWrongError,
  SmsNotOfferedError,
} from '../../platform/http/errors.ts'
import { sendSms } from '../../platform/sms/sendSms.ts'
import { findAccount } from '../../store/accounts/accounts.ts'
import type { Context } from '../../store/context/context.ts'
import { ticketKind } from '../../store/tickets/tickets.ts'
import { takePass } from '../challenges/index.ts'
import { codeText, countCode, mailCode, newCode, useCode } from '../codes/index.ts'
import { replacePassword, rulesOf } from './passwords.service.ts'

/** That somebody has entered the code and may set a password. */
const edits = ticketKind('recover-edit', z.object({}), 2 * CODE_LIFE_MS)
/** The rules refuse a password and the next one is tried: so often. */
const EDIT_TRIES = 20

export interface Recovery {
  readonly account: string
  readonly way: 'phone' | 'email'
  readonly to: string
  readonly verifyToken?: string | undefined
}

/**
 * Begins to replace a forgotten password: sends a code to the phone or the mail address that stands with the account.
 * Nothing of the answer, nor its time, says whether there is such an account: what has to be sent is sent afterwards.
 * Throws `BadRequestError` for what is no phone or address, `ChallengeNeededError`, `TooManyRequestsError`.
 */
export async function beginRecovery(
  context: Context,
  recovery: Recovery,
  ip: string,
  language: Language,
): Promise<{ recoverId: string; resendIn: number }> {
  const { way } = recovery
  const to = way === 'phone' ? phoneDigits(recovery.to) : recovery.to.trim().toLowerCase()
  if (way === 'phone' ? !isMobilePhone(to) : !isMailAddress(to)) throw new BadRequestError(['to'])
  if (way === 'phone' && !context.config.sms) throw new SmsNotOfferedError()
  if (context.config.loginChallenge !== null && !(await takePass(context, recovery.verifyToken))) {
    throw new ChallengeNeededError()
  }
  await countCode(context, to, ip)
  const account = await findAccount(context.store.db, await fullAddress(context, recovery.account))
  const stands =
    account !== null &&
    account.disabled === 0 &&
    account.account_type === 1 &&
    (way === 'phone' ? phoneDigits(account.phone) === to : account.recovery_email === to)
  const { token, code } = await newCode(context, 'recover-code', { accountId: stands ? account.id : null })
  if (stands) {
    const sending =
      way === 'phone'
        ? sendSms(context, to, codeText(code, language))
        : mailCode(context, { account: account.address, to, code, language, about: 'recover' })
    sending.catch((error: unknown) => context.log.warn({ err: error, way }, 'a code could not be sent'))
  }
  return { recoverId: token, resendIn: CODE_RESEND_S }
}

/** The local part alone is enough where the organisation has one domain. */
async function fullAddress({ store }: Context, account: string): Promise<string> {
  const typed = account.normalize('NFKC').toLowerCase()
  if (typed.includes('@')) return typed
  const domains = await store.db.selectFrom('domain').select('name').limit(2).execute()
  return domains.length === 1 ? `${typed}@${domains[0]?.name}` : typed
}

/** Takes the code. Throws `CodeWrongError` and `CodeOverError`. */
export async function checkRecovery(context: Context, recoverId: string, code: string) {
  const accountId = await useCode(context, 'recover-code', recoverId, code)
  if (accountId === null) throw new CodeWrongError()
  return { editToken: await edits.issue(context, { accountId, data: {} }), rules: await rulesOf(context, accountId) }
}

/** Sets the new password. One that the rules refuse may be followed by another. Throws `CodeOverError`, `PasswordRefusedError`. */
export async function finishRecovery(context: Context, editToken: string, password: string): Promise<string> {
  const ticket = await edits.attempt(context, editToken, EDIT_TRIES)
  if (!ticket || ticket.accountId === null) throw new CodeOverError()
  // Tickets of the account end with its password, this one too.
  return replacePassword(context, ticket.accountId, password)
}
