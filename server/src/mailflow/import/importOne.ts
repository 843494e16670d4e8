import type { BlobRef } from '../../store/blobs/blobRows.ts'
import type { Context } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import { addMail, announceChanges, factsOf, lockMailboxes } from '../../store/mailbox/index.ts'
import type { Preparer } from '../delivery/preparer.ts'
import { storeMessage } from '../delivery/storeMessage.ts'
import { heldMail, receivedAt } from './importMail.ts'

export interface OneMail {
  readonly accountId: number
  readonly folderId: number
  /** The mail as it is kept. */
  readonly raw: BlobRef
  /** Its first bytes, which name the time of its arrival. */
  readonly beginning: Uint8Array
  /** Asked in the transaction, with the bytes that are added; throws when there is no room. */
  requireRoom(trx: Trx, bytes: number): Promise<void>
}

/** Puts one mail into a folder, read in a thread when it is long. One that the account holds already stays where it is. */
export async function importOne(
  context: Context,
  preparer: Preparer,
  { accountId, folderId, raw, beginning, requireRoom }: OneMail,
): Promise<{ mailId: number; mailboxId: number; known: boolean }> {
  const message = await preparer.prepare(raw, null)
  const write = async (trx: Trx) => {
    await lockMailboxes(trx, context.store.engine, [accountId])
    const held = await heldMail(trx, accountId, message.columns.raw_hash)
    if (held) return { mailId: held.id, mailboxId: held.folder_id, known: true }
    await requireRoom(trx, message.columns.size)
    const { mailId } = await addMail(trx, context, {
      accountId,
      folderId,
      messageId: await storeMessage(trx, context, message),
      message: factsOf(message.columns),
      receivedAt: receivedAt({ raw: beginning, at: null }, message, context.now()),
      size: message.columns.size,
      seen: true,
    })
    return { mailId, mailboxId: folderId, known: false }
  }
  const done = await transact(context, write, { grows: true })
  if (!done.known) announceChanges(context, [accountId])
  return done
}
