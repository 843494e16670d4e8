import {
  type BesidePhone,
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
  PhoneAloneError,
  SmsNotOfferedError,
} from '../../platform/http/errors.ts'
import { sendSms } from '../../platform/sms/sendSms.ts'
import { findAccount } from '../../store/accounts/accounts.ts'
import type { Context } from '../../store/context/context.ts'
import { ticketKind } from '../../store/tickets/tickets.ts'
import { takePass } from '../challenges/index.ts'
import { codeText, countCode, mailCode, newCode, useCode } from '../codes/index.ts'
import { replacePassword, requireGoodPassword, rulesOf } from '../passwords/index.ts'
import { besidePhone, countSecondTries, useRecoveryCode, useTotp } from '../second-factor/index.ts'

const WAYS = ['phone', 'email'] as const
const byWay = z.object({ way: z.enum(WAYS).default('phone') })
/** Which way the code of a recovery was sent. */
const begun = ticketKind('recover-way', byWay, CODE_LIFE_MS)
/** That the code of this way was entered, and a password may be set. */
const edits = ticketKind('recover-edit', byWay, 2 * CODE_LIFE_MS)
/** The rules refuse a password and the next one is tried: so often. */
const EDIT_TRIES = 20

export interface Recovery {
  readonly account: string
  readonly way: (typeof WAYS)[number]
  readonly to: string
  readonly verifyToken?: string | undefined
}

export interface RecoveredPassword {
  readonly editToken: string
  readonly password: string
  readonly second?: { readonly method: BesidePhone; readonly code: string } | undefined
}

/**
 * Begins to replace a forgotten password: sends a code to the phone or the mail address that stands with the account.
 * Neither the answer nor its time shows whether there is such an account: what has to be sent is sent afterwards.
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
  await begun.issue(context, { accountId: stands ? account.id : null, token, data: { way } })
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

/**
 * What has to come with the new password after a code that was sent this way; null when nothing has to. An account whose
 * second step is a short message would else be opened by its phone alone, which gets both. Throws `PhoneAloneError`.
 */
async function askedBeside(
  context: Context,
  accountId: number,
  way: Recovery['way'],
): Promise<readonly BesidePhone[] | null> {
  if (way === 'email') return null
  const asked = await besidePhone(context, accountId)
  if (asked?.length === 0) throw new PhoneAloneError()
  return asked
}

/** Takes the code. Throws `CodeWrongError`, `CodeOverError` and `PhoneAloneError`. */
export async function checkRecovery(context: Context, recoverId: string, code: string) {
  const recovery = await begun.read(context, recoverId)
  const { accountId } = await useCode(context, 'recover-code', recoverId, code)
  if (accountId === null) throw new CodeWrongError()
  if (recovery === null) throw new CodeOverError()
  const { way } = recovery.data
  return {
    second: [...((await askedBeside(context, accountId, way)) ?? [])],
    editToken: await edits.issue(context, { accountId, data: { way } }),
    rules: await rulesOf(context, accountId),
  }
}

/**
 * Sets the new password. One that the rules refuse, or that came with a wrong code, may be followed by another.
 * Throws `CodeOverError`, `PasswordRefusedError`, `CodeWrongError`, `PhoneAloneError`, `TooManyRequestsError`.
 */
export async function finishRecovery(
  context: Context,
  { editToken, password, second }: RecoveredPassword,
): Promise<string> {
  const ticket = await edits.attempt(context, editToken, EDIT_TRIES)
  if (!ticket || ticket.accountId === null) throw new CodeOverError()
  const { accountId } = ticket
  const asked = await askedBeside(context, accountId, ticket.data.way)
  // First, so that a refused password does not use up a code.
  await requireGoodPassword(context, accountId, password)
  if (asked !== null) await requireBeside(context, accountId, asked, second)
  // Tickets of the account end with its password, this one too.
  return replacePassword(context, accountId, password)
}

async function requireBeside(
  context: Context,
  accountId: number,
  asked: readonly BesidePhone[],
  second: RecoveredPassword['second'],
): Promise<void> {
  if (!second || !asked.includes(second.method)) throw new CodeWrongError()
  const tries = await countSecondTries(context, accountId)
  const use = second.method === 'totp' ? useTotp : useRecoveryCode
  if (!(await use(context, accountId, second.code))) {
    context.log.info({ account: accountId }, 'a recovery with a wrong second code')
    throw new CodeWrongError()
  }
  await tries.forget()
}
