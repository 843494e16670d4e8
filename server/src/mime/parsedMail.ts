import type { MailAddress } from '@yanshu/contracts'

/** What an attachment is to a mail client. */
export type AttachmentKind =
  /** An ordinary file. */
  | 'file'
  /** An iCalendar object, as an attached file or as an alternative of the body. */
  | 'calendar'
  /** A complete mail (message/rfc822), not read further; its bytes can be given to `parseMail`. */
  | 'message'

export interface ParsedAttachment {
  /** Safe to show and to save (see `safeFileName`); made up from the type when the mail names none. */
  readonly filename: string
  /** Lower case, without parameters. */
  readonly contentType: string
  /** Charset as declared, for text only. */
  readonly charset?: string
  /** `method` of an iCalendar part in upper case, such as REQUEST. */
  readonly calendarMethod?: string
  /** `inline` only when the HTML of this mail shows it by its `cid:`; everything else is to be listed. */
  readonly disposition: 'attachment' | 'inline'
  /** Content-ID without angle brackets. */
  readonly contentId: string | null
  readonly kind: AttachmentKind
  readonly isCalendar: boolean
  readonly isMessage: boolean
  /** For programs rather than people: the data of a delivery report or read receipt, a detached signature. */
  readonly technical: boolean
  /** Bytes without transfer encoding; a view, valid as long as the caller keeps the raw mail unchanged. */
  readonly content: Uint8Array
  /** Bytes of `content`. */
  readonly size: number
}

/** A mail as a mail client needs it. Every string is well-formed Unicode without NUL. */
export interface ParsedMail {
  readonly from: readonly MailAddress[]
  readonly sender: readonly MailAddress[]
  readonly replyTo: readonly MailAddress[]
  readonly to: readonly MailAddress[]
  readonly cc: readonly MailAddress[]
  readonly bcc: readonly MailAddress[]
  /** On one line; empty when there is none. */
  readonly subject: string
  /** The sender's date in epoch milliseconds; null when missing, unreadable or impossible (with a defect). */
  readonly date: number | null
  /** With angle brackets, as it goes into In-Reply-To and References. */
  readonly messageId: string | null
  readonly inReplyTo: string | null
  /** Oldest first, with angle brackets. */
  readonly references: readonly string[]
  /** Auto-Submitted (RFC 3834) in lower case without parameters, `no` included; null when the field is missing. */
  readonly autoSubmitted: string | null
  /** The identifier between the angle brackets of List-Id. */
  readonly listId: string | null
  /** From Importance, X-Priority, Priority or X-MSMail-Priority, in this order. */
  readonly importance: 'high' | 'normal' | 'low'
  readonly dispositionNotificationTo: readonly MailAddress[]
  /** The plain text, line breaks as \n; null when the mail has none of its own. */
  readonly text: string | null
  /** The HTML as it came, not sanitised; null when the mail has none. */
  readonly html: string | null
  readonly attachments: readonly ParsedAttachment[]
  /** First readable characters, at most PREVIEW_CHARACTERS, on one line, quotes left out. */
  readonly preview: string
  /** Whether there is something to list: a file, an invitation or a mail, not an image inside the HTML or a technical part. */
  readonly hasAttachment: boolean
  /** Names of what was wrong, each once; empty for a well-formed mail. See docs of `parseMail`. */
  readonly defects: readonly string[]
}
