import type { PreparedMessage } from '../../mailflow/reading/preparedMessage.ts'
import type { Context } from '../../store/context/context.ts'
import { isListed, listValue, ownedBy } from '../../store/database/ids.ts'
import { contentHashOf } from './contentHash.ts'

/** How many header bytes two copies of a mail may differ by. */
const HEADER_DIFFERENCE_MAX = 65_536
/** A larger mail is known by its bytes alone: it is not read again for each copy. */
const READ_MAX = 32 * 1_048_576
/** Mails of one Message-ID that are compared. */
const COMPARED_MAX = 5

interface Wanted {
  readonly uid: number
  readonly message: PreparedMessage
  readonly contentHash: string
}

/**
 * For mails of the other server, by their numbers: the mails of a folder here that have their Message-ID and their body, with
 * another header. They were delivered here by another way, for instance forwarded since the address was moved.
 */
export async function findAlike(
  context: Context,
  accountId: number,
  folderId: number,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const messageIds = [...new Set(wanted.map(({ message }) => message.columns.rfc_message_id).filter((id) => id !== ''))]
  if (messageIds.length === 0) return new Map()
  const { db, engine } = context.store
  const held = await db
    .selectFrom('message')
    .innerJoin('mail', 'mail.message_id', 'message.id')
    .select(['mail.id', 'message.rfc_message_id', 'message.raw_hash', 'message.size'])
    .where(isListed(engine, 'message.rfc_message_id', 'text', listValue(engine, messageIds)))
    .where(ownedBy('mail.account_id', accountId))
    .where(ownedBy('mail.folder_id', folderId))
    .execute()
  const byMessageId = Map.groupBy(held, ({ rfc_message_id }) => rfc_message_id)
  const alike = new Map<number, number[]>()
  for (const { uid, message, contentHash } of wanted) {
    const { rfc_message_id: messageId, raw_hash: rawHash, size } = message.columns
    const others = (byMessageId.get(messageId) ?? []).filter(
      (one) => one.raw_hash !== rawHash && one.size <= READ_MAX && Math.abs(one.size - size) <= HEADER_DIFFERENCE_MAX,
    )
    for (const { id, raw_hash: hash } of others.slice(0, COMPARED_MAX)) {
      if (hash === null) continue
      // A file that cannot be read is no reason to leave a mail out.
      const source = await context.blobs.readAll(hash).catch(() => null)
      if (source && (await contentHashOf(accountId, source)) === contentHash)
        alike.set(uid, [...(alike.get(uid) ?? []), id])
    }
  }
  return alike
}
