import type { Headers } from '../../mailflow/reading/readHeader.ts'
import type { ArrivingMail } from '../../mailflow/steps/deliveryStep.ts'

/** Message-IDs of a header that are read, the nearest first. */
const ANCESTORS_MAX = 30

/** Mailboxes of programs that report (RFC 5321, RFC 2142). */
const REPORTING = /^(?:mailer-daemon|postmaster)@/i

/** What programs write before the subject that they answer, where they mark their mail in no other way. */
const AUTOMATIC_SUBJECT =
  /^\s*(?:自动回复|自動回覆|automatic reply|auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office)\s*(?:[:：]|$)/i

/**
 * Whether a program wrote the mail: an automatic reply (RFC 3834), a report of delivery (RFC 3464) or of reading
 * (RFC 8098). What people write by way of a mailing list is theirs. Pure.
 */
export function isAutomatic(mail: Pick<ArrivingMail, 'envelopeFrom' | 'from' | 'subject'>, header: Headers): boolean {
  if (mail.envelopeFrom === '' || REPORTING.test(mail.from.address)) return true
  if (header('auto-submitted').some((value) => !/^\s*no\s*(?:;|$)/i.test(value))) return true
  if (header('precedence').some((value) => /^\s*(?:bulk|junk|auto_reply)\b/i.test(value))) return true
  if (['x-autoreply', 'x-autorespond', 'x-auto-reply'].some((name) => header(name).length > 0)) return true
  if (header('content-type').some((value) => /^\s*multipart\/report\b/i.test(value))) return true
  return AUTOMATIC_SUBJECT.test(mail.subject)
}

/** Message-IDs of the mails that a mail answers: In-Reply-To, then References from their end. Pure. */
export function answeredIds(header: Headers): string[] {
  const idsIn = (name: string) => header(name).flatMap((value) => value.match(/<[^<>\s]+>/g) ?? [])
  return [...new Set([...idsIn('in-reply-to'), ...idsIn('references').reverse()])].slice(0, ANCESTORS_MAX)
}

/** An address as people are compared by it: small, and without what follows a plus. */
export const plainAddress = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*@/, '@')
