import type { Kysely } from 'kysely'
import type { Schema } from '../../store/database/schema.ts'
import type { Trx } from '../../store/database/transact.ts'
import { holdMessage } from '../../store/mailbox/index.ts'

/*
 * An encrypted letter names in its bytes to whom it is encrypted, so each recipient in Bcc gets a message of their own; and of
 * a letter with conditions each recipient outside gets a mail with a link of their own. These wait with the letter, and leave
 * when it does (`takeApart`).
 */

/** What one such recipient gets. */
export interface BlindCopy {
  /** In small letters. */
  readonly address: string
  readonly messageId: number
}

/** Keeps the messages of the recipients in Bcc of a letter that is queued. */
export async function keepBlindCopies(trx: Trx, outgoingId: string, copies: readonly BlindCopy[]): Promise<void> {
  for (const { address, messageId } of copies) {
    const { id } = await trx
      .insertInto('blind_copy')
      .values({ outgoing_id: outgoingId, address, message_id: messageId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await holdMessage(trx, messageId, 'blind_copy', [id])
  }
}

/** Whether recipients of a letter have messages of their own. */
export async function hasBlindCopies(db: Kysely<Schema>, outgoingId: string): Promise<boolean> {
  const one = await db
    .selectFrom('blind_copy')
    .select('id')
    .where('outgoing_id', '=', outgoingId)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

/** Removes the messages of a letter that leaves or was taken back, and answers them. What nothing keeps then is swept. */
export async function takeBlindCopies(trx: Trx, outgoingId: string): Promise<BlindCopy[]> {
  const rows = await trx
    .deleteFrom('blind_copy')
    .where('outgoing_id', '=', outgoingId)
    .returning(['address', 'message_id'])
    .execute()
  return rows.map(({ address, message_id }) => ({ address, messageId: message_id }))
}

/** Moves the messages of these recipients to another letter of the queue, which they wait with from now on. */
export async function moveBlindCopies(
  trx: Trx,
  { from, to, addresses }: { readonly from: string; readonly to: string; readonly addresses: readonly string[] },
): Promise<void> {
  await trx
    .updateTable('blind_copy')
    .set({ outgoing_id: to })
    .where('outgoing_id', '=', from)
    .where(
      'address',
      'in',
      addresses.map((address) => address.toLowerCase()),
    )
    .execute()
}
