// Tables of the conditions under which letters are read.
import type { Generated } from 'kysely'

/** How a letter may be read. It goes with the message that its recipients have, and before that with the letter. */
export interface LetterPolicyTable {
  id: Generated<number>
  /** The letter whole, as its sender has it; kept by `message_hold` from its delivery on. */
  message_id: number
  /** Its sender; null when the account is gone. */
  account_id: number | null
  password_hash: string | null
  reads: number | null
  days: number | null
  burn: number
  secret: number
  no_forward: number
  /** The head alone, which its recipients have; null until it is delivered. */
  shown_id: number | null
  /** From when its days count. */
  delivered_at: number | null
}

/** A recipient of a restricted letter. Who has no row got it another way, and cannot open it. */
export interface LetterReaderTable {
  policy_id: number
  account_id: number
  /** How often it was opened. */
  opened: number
}

/** A reading that goes on in a login: opening the letter again until then does not count. */
export interface LetterSittingTable {
  policy_id: number
  account_id: number
  session_id: string
  until: number
}

/** A recipient outside who reads a restricted letter on a page, by a link of their own. */
export interface OutsideReaderTable {
  id: Generated<number>
  policy_id: number
  /** The sender of the letter. */
  account_id: number
  /** In small letters. */
  address: string
  /** Of the secret in the link, which stands in the mail to this recipient alone. */
  token_hash: string
  /** How often it was opened. */
  opened: Generated<number>
  /** When it was opened last. */
  opened_at: number | null
  /** When the link ends; null until the letter leaves. */
  expires_at: number | null
  /** When its sender has taken it back. */
  ended_at: number | null
}
