import type { NotAnswered } from '@yanshu/contracts'
import type { Headers } from '../../mailflow/reading/readHeader.ts'
import type { ArrivingMail } from '../../mailflow/steps/deliveryStep.ts'

/** Mailboxes that no person reads (RFC 3834 §2, RFC 2142). */
const ROBOT =
  /^(?:mailer-daemon|postmaster|(?:.+[-_.+])?(?:no|do[-_.]?not)[-_.]?reply(?:[-_.+].+)?|bounces?|listserv|majordomo|owner-.+|.+-(?:request|owner|bounces?|relay)|bounces?[+-].+|root|nobody|daemon)$/i

const LIST_FIELDS = [
  'list-id',
  'list-help',
  'list-subscribe',
  'list-unsubscribe',
  'list-post',
  'list-owner',
  'list-archive',
]

export interface ReplyFacts {
  /** Addresses of the person who is away, in lower case. */
  readonly own: readonly string[]
  /** Whether the mail was filed into spam or the recycle bin. */
  readonly discarded: boolean
}

const plain = (address: string): string => address.toLowerCase().replace(/\+[^@]*@/, '@')

/**
 * Why a mail is not to be answered by a program (RFC 3834 §2, RFC 5230 §4.5 and what Exchange adds); null when it may be.
 * Pure. Who was answered before, and who is outside, is for the caller to know.
 */
export function whyNotAnswered(
  mail: Pick<ArrivingMail, 'envelopeFrom' | 'automatic' | 'to' | 'cc'>,
  header: Headers,
  { own, discarded }: ReplyFacts,
): NotAnswered | null {
  const sender = mail.envelopeFrom.toLowerCase()
  if (sender === '') return 'no-sender'
  if (LIST_FIELDS.some((name) => header(name).length > 0)) return 'list'
  if (header('precedence').some((value) => /^\s*(?:bulk|list|junk)\b/i.test(value))) return 'bulk'
  const submitted = header('auto-submitted').some((value) => !/^\s*no\s*(?:;|$)/i.test(value))
  const suppressed = header('x-auto-response-suppress').some((value) => /\b(?:all|oof|autoreply)\b/i.test(value))
  const marked = ['x-autoreply', 'x-autorespond', 'x-auto-reply'].some((name) => header(name).length > 0)
  if (mail.automatic || submitted || suppressed || marked) return 'automatic'
  if (ROBOT.test(sender.slice(0, sender.lastIndexOf('@')))) return 'robot'
  if (own.includes(plain(sender))) return 'self'
  if (discarded) return 'spam'
  if (![...mail.to, ...mail.cc].some(({ address }) => own.includes(plain(address)))) return 'not-addressed'
  return null
}
