import type { MailAddress } from '@yanshu/contracts'
import { RULE_BODY_LENGTH } from '@yanshu/contracts'

/** A mail as rules see it: at its delivery, and when a rule is tried on mails that are there. */
export interface RuleMail {
  readonly sender: MailAddress
  /** To and Cc. */
  readonly recipients: readonly MailAddress[]
  readonly subject: string
  /** The text of the body; the first `RULE_BODY_LENGTH` characters count. */
  readonly body: string
  /** Bytes. */
  readonly size: number
  readonly attachmentNames: readonly string[]
  readonly hasAttachment: boolean
  readonly receivedAt: number
  /** Values of a header field by its name in lower case; empty for one that is not there. */
  header(name: string): readonly string[]
}

/** The same for programs that compare: folded once, and only when a rule asks. */
export interface FoldedMail {
  readonly sender: string
  readonly recipients: readonly string[]
  readonly subject: string
  readonly body: string
  readonly size: number
  readonly attachmentNames: readonly string[]
  readonly hasAttachment: boolean
  readonly receivedAt: number
  header(name: string): readonly string[]
}

/** Text without differences of case and width. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

const folded = ({ name, address }: MailAddress): string => fold(`${name} ${address}`)

/** Folds each part when it is first looked at. */
export function foldMail(mail: RuleMail): FoldedMail {
  const known = new Map<string, unknown>()
  const once = <T>(part: string, make: () => T): T => {
    if (!known.has(part)) known.set(part, make())
    return known.get(part) as T
  }
  return {
    get sender() {
      return once('sender', () => folded(mail.sender))
    },
    get recipients() {
      return once('recipients', () => mail.recipients.map(folded))
    },
    get subject() {
      return once('subject', () => fold(mail.subject))
    },
    get body() {
      return once('body', () => fold(mail.body.slice(0, RULE_BODY_LENGTH)))
    },
    get attachmentNames() {
      return once('names', () => mail.attachmentNames.map(fold))
    },
    size: mail.size,
    hasAttachment: mail.hasAttachment,
    receivedAt: mail.receivedAt,
    header: (name) => once(`header ${name}`, () => mail.header(name).map(fold)),
  }
}
