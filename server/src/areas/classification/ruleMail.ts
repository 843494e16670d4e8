import type { MailAddress } from '@yanshu/contracts'
import { RULE_BODY_LENGTH } from '@yanshu/contracts'
import { SearchedText } from './searchedText.ts'

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
  readonly sender: SearchedText
  readonly recipients: SearchedText
  readonly subject: SearchedText
  readonly body: SearchedText
  readonly size: number
  readonly attachmentNames: SearchedText
  readonly hasAttachment: boolean
  readonly receivedAt: number
  /** null for a field that is not there. */
  header(name: string): SearchedText | null
}

/** Text without differences of case and width. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

const folded = ({ name, address }: MailAddress): string => fold(`${name} ${address}`)

/** Characters of a list or a header field that rules read. */
const READ_MAX = 200_000
/** Between the entries of a list; no value of a rule holds it. */
const BETWEEN = '\0'

const searched = (entries: readonly string[]): SearchedText =>
  new SearchedText(entries.join(BETWEEN).slice(0, READ_MAX))

/** Folds each part when it is first read. */
export function foldMail(mail: RuleMail): FoldedMail {
  const known = new Map<string, SearchedText>()
  const once = (part: string, make: () => SearchedText): SearchedText => {
    const there = known.get(part) ?? make()
    known.set(part, there)
    return there
  }
  return {
    get sender() {
      return once('sender', () => searched([folded(mail.sender)]))
    },
    get recipients() {
      return once('recipients', () => searched(mail.recipients.map(folded)))
    },
    get subject() {
      return once('subject', () => searched([fold(mail.subject)]))
    },
    get body() {
      return once('body', () => searched([fold(mail.body.slice(0, RULE_BODY_LENGTH))]))
    },
    get attachmentNames() {
      return once('names', () => searched(mail.attachmentNames.map(fold)))
    },
    size: mail.size,
    hasAttachment: mail.hasAttachment,
    receivedAt: mail.receivedAt,
    header: (name) => {
      const values = mail.header(name)
      return values.length === 0 ? null : once(`header ${name}`, () => searched(values.map(fold)))
    },
  }
}
