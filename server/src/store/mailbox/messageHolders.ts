import { sql } from 'kysely'
import type { Trx } from '../database/transact.ts'

/**
 * Tables whose rows keep a message. Mailboxes and the queue name it in a column of their own, so that a delivered or
 * sent mail needs no further row. Every other owner has a row of `message_hold`
 * (`holdMessageOf`), which a trigger on the owner's table removes with the owner's row.
 */
export const MESSAGE_HOLDERS = ['mail', 'outgoing', 'message_hold'] as const

/** A table of which each row may keep a message by `message_hold`. */
export type MessageHolder =
  | 'invitation_arrival'
  | 'approval_record'
  | 'delivery_effect'
  | 'letter_policy'
  | 'deleted_mail'
  | 'blind_copy'
  | 'outside_reader'
  | 'misuse_report'

/** Keeps the message of a mail, also when the mail is deleted, for as long as a row of another table is there. */
export async function holdMessageOf(
  trx: Trx,
  mailId: number,
  { owner, ownerId }: { readonly owner: MessageHolder; readonly ownerId: number },
): Promise<void> {
  await sql`insert into message_hold (message_id, owner, owner_id)
    select message_id, cast(${owner} as text), cast(${String(ownerId)} as text) from mail where id = ${mailId}`.execute(
    trx,
  )
}

/** Keeps a message for as long as rows of another table are there. */
export async function holdMessage(
  trx: Trx,
  messageId: number,
  owner: MessageHolder,
  ownerIds: readonly number[],
): Promise<void> {
  for (let at = 0; at < ownerIds.length; at += ROWS_AT_ONCE) {
    const some = ownerIds.slice(at, at + ROWS_AT_ONCE)
    await trx
      .insertInto('message_hold')
      .values(some.map((id) => ({ message_id: messageId, owner, owner_id: String(id) })))
      .execute()
  }
}

/** Whether nothing keeps the message of a row of `message`. A test compares the tables with the store's references. */
export const isMessageFree = sql<boolean>`not (${sql.join(
  MESSAGE_HOLDERS.map(
    (table) => sql`exists (select 1 from ${sql.table(table)} as holder where holder.message_id = message.id)`,
  ),
  sql` or `,
)})`

const ROWS_AT_ONCE = 500

/** Notes messages that have lost a holder: the sweep removes those that nothing keeps by then. */
export async function noteReleased(trx: Trx, messageIds: readonly number[], now: number): Promise<void> {
  const ids = [...new Set(messageIds)]
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
    await trx
      .insertInto('garbage_message')
      .values(ids.slice(at, at + ROWS_AT_ONCE).map((message_id) => ({ message_id, since: now })))
      .execute()
  }
}
