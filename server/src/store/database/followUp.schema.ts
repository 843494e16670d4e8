// The table of follow-ups.
import type { FollowUpState } from '@yanshu/contracts'
import type { Generated } from 'kysely'

/** A mail that its owner wants to see again. One for each mail; it goes with the mail. */
export interface FollowUpTable {
  id: Generated<number>
  account_id: number
  mail_id: number
  /** Message-ID of the mail, by which its answers name it; '' where it has none. */
  rfc_message_id: string
  state: FollowUpState
  due_at: number
  /** In how many working days it was asked for; null for a moment. */
  workdays: number | null
  /** The zone (IANA) in which its days begin. */
  zone: string
  /** 1 where it ends when the mail is answered. */
  unless_answered: number
  note: string
  /** The folder that a snoozed mail returns to; null where it was not snoozed, or has returned. */
  snoozed_from: number | null
  /** The folder in which it lies until then. */
  snoozed_to: number | null
  /** 1 where the owner of the mailbox had answered the mail before. */
  replied: number
  /** JSON {name, until} of who is on leave, because of whom it was put off. */
  away: string | null
  answered_by: Generated<string>
  answer_mail_id: number | null
  created_at: number
  /** null while it waits or is due. */
  ended_at: number | null
}
