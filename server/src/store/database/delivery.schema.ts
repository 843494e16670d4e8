// Tables of mail that moves: the queue, its log, verdicts and effects of steps, rules and forwarding.
import type { Generated, Selectable } from 'kysely'

/** `store/queue/outgoingState.ts` has what each means, and the ways between them. */
export type OutgoingState = 'accepted' | 'checking' | 'held' | 'released' | 'done' | 'refused' | 'taken-back'

/**
 * Which way a mail came into the queue. `page` and `program`: written by a person, who has a copy of it. `event`: about an
 * event, sent for the person it comes from. `forward`: passed on to an address elsewhere. `group`: to a moderated mail
 * group, for whose managers it waits. `automatic`: an answer or a notice of this system. `report`: that a mail did not
 * arrive. `part`: to one recipient of a letter that goes to each separately; its copy is that of the letter. `system`: codes,
 * feedback, and what a version before these names had queued.
 */
export type OutgoingOrigin =
  | 'page'
  | 'program'
  | 'event'
  | 'forward'
  | 'group'
  | 'automatic'
  | 'report'
  | 'part'
  | 'system'

/** A mail on its way out. `store/queue/outgoingState.ts` has its states and the ways between them. */
export interface OutgoingTable {
  id: string
  /** Which way it came into the queue. */
  origin: OutgoingOrigin
  /** Whose mail it is; null for the system's own, and for mail from outside that a group lets through. */
  account_id: number | null
  /** The sender's copy; the draft when the mail was taken back; null where there is no copy. */
  mail_id: number | null
  /** Chosen by the client; unique per account, so that a repeated call sends once. '' where no call is repeated. */
  request_id: string
  message_id: number
  envelope_from: string
  state: OutgoingState
  /** Not before this moment, as its sender chose; once it is released, when that was. */
  release_at: number
  created_at: number
  /** JSON of what it was written from, until it has left: what it becomes again when it is taken back. */
  writing: string | null
  /** How often this server failed to move it on. */
  attempts: Generated<number>
  /** When the queue acts on it next, while it is not released. `NEVER` while it waits for a decision. */
  due_at: number
  /** When its report is tried again that could not be written. */
  report_at: Generated<number>
  /** 1 while an operator stops it, in whatever state it is. */
  on_hold: Generated<0 | 1>
  /** The step that holds it, '' where none does. */
  held_step: Generated<string>
  /** Who may end that: `sender`, `server`, or `group:` and a number. */
  held_by: Generated<string>
  /** Why, for its sender: `Chinese / English`. */
  held_why: Generated<string>
  /** Names of the steps that have let it pass by a decision, each with a space before it. They are not asked again. */
  passed_steps: Generated<string>
  /** The sender's copy that is filed when the mail leaves: JSON of its blind copies; null where it is there, or none is. */
  awaited_copy: Generated<string | null>
  /** The account whose recipients of an hour it counts among; null for the system's own mail. */
  counts_for: Generated<number | null>
}

/** How many recipients may be written to in an hour: by all accounts together (`all`), or by one account (`account:` and its number). */
export interface SendingLimitTable {
  scope: string
  account_id: number | null
  /** Null for no limit. */
  per_hour: number | null
}

/** A mail that has left within the last hour. */
export interface SentRecipientsTable {
  outgoing_id: string
  account_id: number
  at: number
  recipients: number
}

/** A delivered mail that its sender has taken back from one account. */
export interface RecalledMailTable {
  id: Generated<number>
  /** The sender, and their copy. */
  account_id: number
  mail_id: number
  /** From whom. */
  reader_id: number
  at: number
  /** 1 where a corrected copy lies in its place. */
  corrected: Generated<number>
}

/** A letter that corrects one that was sent before. */
export interface LetterCorrectionTable {
  /** The sender's copy of it. */
  mail_id: number
  account_id: number
  /** The sender's copy of the letter that it corrects. */
  corrects_id: number
  /** Message-ID of the letter, by which its delivery is known. */
  rfc_message_id: string
}

/** A row of it as it is read. */
export type OutgoingRow = Selectable<OutgoingTable>

export interface OutgoingRecipientTable {
  outgoing_id: string
  address: string
  /** Of the address, in lower case; what is sent at the same time is counted by it. */
  domain: string
  state: 'held' | 'queued' | 'delivered' | 'relayed' | 'failed'
  attempts: Generated<number>
  /** When the relay may be asked again; means something only while it is queued. */
  next_attempt_at: number
  /** When the sender was informed that it failed. */
  notified_at: Generated<number | null>
  reason: Generated<string>
  /** Why it failed as programs read it (RFC 3463), such as 5.7.1; '' when there is only the reason. */
  status: Generated<string>
}

/** What a recipient in Bcc of an encrypted letter gets that has not left; its message is kept by `message_hold`. */
export interface BlindCopyTable {
  id: Generated<number>
  outgoing_id: string
  /** In small letters. */
  address: string
  message_id: number
}

/** One attempt to hand a mail to the relay for one recipient; kept for 30 days. */
export interface DeliveryLogTable {
  id: Generated<number>
  at: number
  outgoing_id: string
  rfc_message_id: string
  /** Of the envelope; '' for reports. */
  sender: string
  recipient: string
  outcome: 'relayed' | 'later' | 'failed'
  /** What the relay answered. */
  reply: string
}

export interface DeliveryVerdictTable {
  id: Generated<number>
  /** Null for an address that is a step's own, such as a mail group. */
  account_id: number | null
  address: string
  /** The delivered mail; null when there is none. It may be gone. */
  mail_id: number | null
  step: string
  /** A word of the step, or refused, discarded, replaced, failed. */
  outcome: string
  /** What the step finds it by, such as the address that was answered. */
  key: string
  /** JSON. */
  detail: string
  at: number
}

export interface DeliveryEffectTable {
  id: Generated<number>
  account_id: number | null
  address: string
  mail_id: number | null
  step: string
  /** JSON of the step. */
  data: string
  created_at: number
  attempts: Generated<number>
  retry_at: number
}

/** A classification rule; conditions and actions are JSON of the contract. */
export interface MailRuleTable {
  id: Generated<number>
  account_id: number
  name: string
  enabled: number
  match: 'all' | 'any'
  conditions: string
  actions: string
  sort: number
}

/** A rule at work on the mails of a folder. `rule` is JSON as it was when the run began. */
export interface RuleRunTable {
  id: Generated<number>
  account_id: number
  rule: string
  folder_id: number
  state: 'running' | 'done' | 'stopped' | 'undone'
  total: number
  done: Generated<number>
  caught: Generated<number>
  /** Mails below this sort key are still to be tried. */
  next_key: number
  created_at: number
}

export interface ForwardAddressTable {
  account_id: number
  /** Lower case. */
  address: string
  outside: number
  confirmed_at: number | null
  /** SHA-256 of the code that was mailed, '' when none is open. */
  code_hash: Generated<string>
  code_sent_at: Generated<number>
  tries: Generated<number>
  added_at: number
}
