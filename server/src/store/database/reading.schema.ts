// Tables about the reading of mail: exports, public mailboxes that several people read, and charsets chosen by hand.
import type { Generated } from 'kysely'

export interface ExportPlaceTable {
  id: string
  account_id: number
  /** When it counts no longer, unless it is renewed: its server may have been killed. */
  until: number
}

/** What the members of a public mailbox have decided about one of its mails. */
export interface TeamMailTable {
  mail_id: number
  /** Who does it; null for none, and for a person whose account was deleted. */
  assignee_id: number | null
  /** Since when nothing is left to do; null while it is open. */
  closed_at: number | null
  closed_by: number | null
  note: string
}

export interface TeamCommentTable {
  id: Generated<number>
  mail_id: number
  author_id: number | null
  /** The member who was asked to read the mail; null for none. */
  asked_id: number | null
  text: string
  at: number
}

/** Which letter answered a mail, and who sent it. It counts while that letter is neither taken back nor refused. */
export interface TeamAnswerTable {
  send_id: string
  mail_id: number
  person_id: number | null
  at: number
}

export interface SenderCharsetTable {
  account_id: number
  /** In lower case. */
  address: string
  charset: string
  /** When it was chosen; the oldest goes when there are too many. */
  at: number
}
