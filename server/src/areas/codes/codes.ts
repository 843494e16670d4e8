import { randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_LIFE_MS, CODE_RESEND_S, CODE_TRIES } from '@yanshu/contracts'
import { z } from 'zod'
import { CodeOverError, CodeWrongError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { randomToken, tokenHash } from '../../store/sessions/tokens.ts'
import { placeOf } from '../../store/throttle/place.ts'
import { countTries, type ThrottleRule } from '../../store/throttle/throttle.ts'
import { ticketKind } from '../../store/tickets/tickets.ts'

type Parts = Pick<Context, 'store' | 'now'>

const DIGITS = 6
const sent = z.object({ codeHash: z.string(), about: z.string().default('') })

/** What codes are sent for; a code of one purpose never counts for another. */
export type CodePurpose =
  | 'phone-code'
  | 'phone-bind'
  | 'step-code'
  | 'recover-code'
  | 'email-code'
  | 'folder-code'
  | 'key-code'
const kinds = {
  'phone-code': ticketKind('phone-code', sent, CODE_LIFE_MS),
  'phone-bind': ticketKind('phone-bind', sent, CODE_LIFE_MS),
  'step-code': ticketKind('step-code', sent, CODE_LIFE_MS),
  'recover-code': ticketKind('recover-code', sent, CODE_LIFE_MS),
  'email-code': ticketKind('email-code', sent, CODE_LIFE_MS),
  'folder-code': ticketKind('folder-code', sent, CODE_LIFE_MS),
  'key-code': ticketKind('key-code', sent, CODE_LIFE_MS),
} as const

/** A new code of six digits. */
export const makeCode = (): string => String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')

/** What is kept of a code: its hash with the token that it counts for, in hex. */
export const codeHash = (token: string, code: string): string => tokenHash(`${token}:${code}`)

/** Whether a code is the one whose hash is kept, as it was typed: spaces and full-width digits count as none and as digits. */
export function isRightCode(token: string, typed: string, hash: string): boolean {
  const given = Buffer.from(codeHash(token, typed.normalize('NFKC').replace(/\s/g, '')))
  const kept = Buffer.from(hash)
  return given.length === kept.length && timingSafeEqual(given, kept)
}

/**
 * Counts one code for a phone or address, and for a network address: one a minute, ten an hour before the waits grow.
 * Asked for before anything is looked up, so that it does not show who has an account. `more` are rules beside these.
 * Throws `TooManyRequestsError` with the seconds until the next.
 */
export async function countCode(
  context: Parts,
  to: string,
  ip: string,
  more: readonly ThrottleRule[] = [],
): Promise<void> {
  // What is counted stays for an hour; the number or address itself is not kept for that.
  const hash = tokenHash(`code-to:${to}`)
  await countTries(context, [
    { scope: `code:${hash}`, free: 1, firstS: CODE_RESEND_S, longestS: CODE_RESEND_S },
    { scope: `code-many:${hash}`, free: 10, firstS: 5 * 60, longestS: 60 * 60 },
    { scope: `code-from:${placeOf(ip)}`, free: 60, firstS: 30, longestS: 15 * 60 },
    ...more,
  ])
}

interface NewCode {
  readonly accountId: number | null
  /** By which the code is used; a random one where none is given. */
  readonly token?: string
  /** What it was sent for beside its purpose, such as the phone that is bound with it. */
  readonly about?: string
}

/** A new code of six digits, in the place of the one before it for the same token. */
export async function newCode(
  context: Parts,
  purpose: CodePurpose,
  { accountId, token = randomToken(), about = '' }: NewCode,
): Promise<{ readonly token: string; readonly code: string }> {
  const code = makeCode()
  await kinds[purpose].issue(context, { accountId, token, data: { codeHash: codeHash(token, code), about } })
  return { token, code }
}

interface UsedCode {
  /** null for a code that was made for no account and guessed all the same. */
  readonly accountId: number | null
  readonly about: string
}

/**
 * The account that a code was sent for and what it is about, once. With `of` only a code of that account counts, and the one of
 * another stays as it is but for the try. Throws `CodeWrongError`, and `CodeOverError` when it has expired, was used, is another
 * account's, or was entered wrongly five times.
 */
export async function useCode(
  context: Parts,
  purpose: CodePurpose,
  token: string,
  code: string,
  { of }: { readonly of?: number } = {},
): Promise<UsedCode> {
  const ticket = await kinds[purpose].attempt(context, token, CODE_TRIES)
  if (!ticket || (of !== undefined && ticket.accountId !== of)) throw new CodeOverError()
  if (!isRightCode(token, code, ticket.data.codeHash)) throw new CodeWrongError()
  const taken = await kinds[purpose].take(context, token)
  if (!taken) throw new CodeOverError()
  return { accountId: taken.accountId, about: taken.data.about }
}

/** The text of a message with a code, in the language of the person who asked for it. */
export const codeText = (code: string, language: 'zh' | 'en', minutes = CODE_LIFE_MS / 60_000): string =>
  language === 'zh'
    ? `【雁书】验证码 ${code}，${minutes} 分钟内有效。请勿告诉他人，工作人员不会索要。`
    : `Yanshu: your code is ${code}. It is valid for ${minutes} minutes. Do not tell it to anybody.`
