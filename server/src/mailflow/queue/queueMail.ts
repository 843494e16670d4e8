import { randomBytes } from 'node:crypto'
import type { Trx } from '../../store/database/transact.ts'

export interface QueuedMail {
  /** 0 for the system's own mail. */
  readonly accountId: number
  /** The sender's copy, 0 when there is none. */
  readonly mailId: number
  /** '' for the system's own mail. */
  readonly requestId: string
  readonly messageId: number
  /** '' for mail that must not be answered with a bounce. */
  readonly envelopeFrom: string
  readonly recipients: readonly string[]
  /** JSON of what it was written from; left out for the system's own mail, which nobody recalls. */
  readonly writing?: string
  readonly releaseAt: number
  readonly now: number
}

const ROWS_AT_ONCE = 100

/** Queues a mail; from the commit on it leaves at `releaseAt`, whatever happens to this process. */
export async function queueMail(trx: Trx, mail: QueuedMail): Promise<string> {
  // Operators type it behind a command, where a hyphen would begin an option.
  const id = randomBytes(15).toString('base64url').replace(/^-/, 'A')
  await trx
    .insertInto('outgoing')
    .values({
      id,
      account_id: mail.accountId,
      mail_id: mail.mailId,
      request_id: mail.requestId,
      message_id: mail.messageId,
      envelope_from: mail.envelopeFrom,
      state: 'held',
      release_at: mail.releaseAt,
      created_at: mail.now,
      writing: mail.writing ?? null,
    })
    .execute()
  const unique = new Map(mail.recipients.map((address) => [address.toLowerCase(), address]))
  const rows = [...unique.values()].map((address) => ({
    outgoing_id: id,
    address,
    state: 'held' as const,
    attempts: 0,
    next_attempt_at: 0,
    reason: '',
  }))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await trx
      .insertInto('outgoing_recipient')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute()
  }
  return id
}
