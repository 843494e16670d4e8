import { noteChange } from '../../store/database/changeLog.ts'
import type { Trx } from '../../store/database/transact.ts'
import { endWaiting } from '../../store/mailbox/index.ts'
import { type MovedMail, moveMail } from '../../store/queue/moveMail.ts'
import { takeBlindCopies } from './blindCopies.ts'

/** The words of a refusal, for the recipients' rows. */
export interface Refusal {
  /** Enhanced status of class 5 (RFC 3463); '' when there is only the reason. */
  readonly status: string
  /** `Chinese / English`. */
  readonly reason: string
  /** Whether its sender gets a report; else the caller notifies them in another way. */
  readonly report: boolean
}

/**
 * Ends a mail that no recipient has got: by a step, by a decision, or because it could not be released for days. Answers its
 * row, null when it has left, was taken back, or another server was first.
 */
export async function refuseMail(
  trx: Trx,
  outgoingId: string,
  { status, reason, report }: Refusal,
  now: number,
): Promise<MovedMail | null> {
  const refused = await moveMail(trx, outgoingId, { to: 'refused' })
  if (!refused) return null
  if (refused.mail_id !== null) await endWaiting(trx, refused.mail_id)
  noteSent(trx, refused)
  await trx
    .updateTable('outgoing_recipient')
    .set({ state: 'failed', reason, status, next_attempt_at: 0, ...(report ? {} : { notified_at: now }) })
    .where('outgoing_id', '=', outgoingId)
    .where('state', '=', 'held')
    .execute()
  await takeBlindCopies(trx, outgoingId)
  await noteWithoutCopy(trx, refused, now)
  return refused
}

/** The result for each recipient is stored with the sender's copy. */
export function noteSent(trx: Trx, { account_id, mail_id }: Pick<MovedMail, 'account_id' | 'mail_id'>): void {
  if (account_id === null || mail_id === null) return
  noteChange(trx, account_id, { kind: 'updated', folderId: null, mailIds: [mail_id] })
}

/** Closes a mail that has no open recipient left. */
export async function finishIfDone(trx: Trx, outgoingId: string, now: number): Promise<void> {
  const open = await trx
    .selectFrom('outgoing_recipient')
    .select('address')
    .where('outgoing_id', '=', outgoingId)
    .where('state', 'in', ['held', 'queued'])
    .limit(1)
    .executeTakeFirst()
  if (open) return
  const done = await moveMail(trx, outgoingId, { to: 'done' })
  if (done) await noteWithoutCopy(trx, done, now)
}

/** With a copy, deleting the copy makes the message garbage; what has no copy of its own bytes is garbage from now on. */
export async function noteWithoutCopy(trx: Trx, { mail_id, message_id }: MovedMail, now: number): Promise<void> {
  const copy =
    mail_id === null
      ? undefined
      : await trx.selectFrom('mail').select('id').where('id', '=', mail_id).executeTakeFirst()
  if (!copy) await noteGarbage(trx, message_id, now)
}

/** Lets the sweep remove a message that nothing keeps any more. */
export async function noteGarbage(trx: Trx, messageId: number, now: number): Promise<void> {
  await trx.insertInto('garbage_message').values({ message_id: messageId, since: now }).execute()
}
