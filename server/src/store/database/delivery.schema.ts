// Tables of mail that moves: the queue, its log, verdicts and effects of steps, rules and forwarding.
import type { Generated } from 'kysely'

/** A mail on its way out. Held until `release_at`, then delivered to local people at once and to others by the relay. */
export interface OutgoingTable {
  id: string
  account_id: number
  /** The sender's copy; the draft when the mail was taken back. */
  mail_id: number
  /** Chosen by the client; unique per account, so that a repeated call sends once. '' for the system's own mail. */
  request_id: string
  message_id: number
  envelope_from: string
  state: 'held' | 'released' | 'done' | 'cancelled'
  release_at: number
  created_at: number
  /** JSON of what it was written from, until it has left: what it becomes again when it is taken back. */
  writing: string | null
  /** How often this server failed to move it on, and when the next attempt is due. */
  attempts: Generated<number>
  retry_at: Generated<number>
}

export interface OutgoingRecipientTable {
  outgoing_id: string
  address: string
  state: 'held' | 'queued' | 'delivered' | 'relayed' | 'failed'
  attempts: Generated<number>
  /** When the relay may be asked again; means something only while it is queued. */
  next_attempt_at: number
  /** When the sender was told that it failed. */
  notified_at: Generated<number | null>
  reason: Generated<string>
  /** Why it failed as programs read it (RFC 3463), such as 5.7.1; '' when only the reason says it. */
  status: Generated<string>
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
  /** Null for an address that a step speaks for, such as a mail group. */
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
  /** Mails below this sort key are still to be looked at. */
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
