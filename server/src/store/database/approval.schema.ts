// Tables of the approval of outgoing mail.
import type { ApprovalEvent, ApprovalState } from '@yanshu/contracts'
import type { Generated } from 'kysely'

export interface ApprovalRuleTable {
  id: Generated<number>
  name: string
  enabled: number
  /** The smallest first. */
  sort: number
  starts_at: number | null
  ends_at: number | null
  /** Who has made it; null when the account is gone. */
  owner_id: number | null
  /** JSON of its conditions, levels and `commentRequired`. */
  content: string
  created_at: number
}

/** A mail that needs or needed approval. What its rule demanded stands here, so that a change of the rule does not touch it. */
export interface ApprovalRecordTable {
  id: Generated<number>
  /** Of the queue, whose row is removed some time after the mail has left. */
  outgoing_id: string
  /** Whose mail it is; null when the account is gone. */
  account_id: number | null
  /** JSON {name, address} of them. */
  applicant: string
  rule_id: number | null
  rule_name: string
  comment_required: number
  /** Kept by `message_hold`. */
  message_id: number
  /** SHA-256 of the bytes that are decided about. */
  raw_hash: string
  subject: string
  /** JSON list of {name, address, outside}. */
  recipients: string
  recipient_count: number
  outside_count: number
  has_attachment: number
  size: number
  /** JSON {zh, en, words}. */
  why: string
  state: ApprovalState
  level: number
  /** JSON of the levels with their people, see `areas/approval/approvalMachine.ts`. */
  levels: string
  /** JSON of what it was written from on the page; null for what a program wrote. */
  writing: string | null
  created_at: number
  due_at: number | null
  decided_at: number | null
  reminded_at: number | null
  /** The time that its sender has chosen for it to leave; null for as soon as it is passed. */
  send_at: number | null
  /** The version of the same letter that was decided about, or taken back, before this one. */
  previous_id: number | null
  /** The draft that it became after it had ended. */
  draft_id: number | null
  /** Message-ID of the first mail of its conversation; '' where it is not known. */
  conversation: Generated<string>
}

/** Whom a record has reached. `state` is that of the record; `waiting` 1 while it waits for this person. */
export interface ApprovalPersonTable {
  record_id: number
  account_id: number
  state: ApprovalState
  waiting: number
}

export interface ApprovalEventTable {
  id: Generated<number>
  record_id: number
  at: number
  kind: ApprovalEvent['kind']
  /** null for the server, and for an account that is gone. */
  by_id: number | null
  /** Name and address at that time; '' for the server. */
  by_name: string
  comment: string
  /** The bytes that it was about. */
  raw_hash: string
  /** Whom they stood in for; '' for none. */
  stands_in_for: Generated<string>
}

/** Who decides in the place of an account while it has an absence note. */
export interface ApprovalStandInTable {
  account_id: number
  stand_in_id: number
}

/** A link in a mail to a person who decides. It opens the record for them once, after a login, and decides nothing. */
export interface ApprovalLinkTable {
  /** SHA-256 of the token, base64url. */
  token_hash: string
  record_id: number
  account_id: number
  made_at: number
  /** When it was opened; null until then. */
  used_at: number | null
}
