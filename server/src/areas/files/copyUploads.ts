import { randomFileId } from '../../mailflow/delivery/storeMessage.ts'
import { recordBlobs } from '../../store/blobs/blobRows.ts'
import type { TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import type { OwnedFile } from './ownedFiles.ts'

/**
 * Gives files of one account to another as uploads of its own, with the same content, in the caller's transaction. Answers
 * the new ids by the ids that they had. The room is the caller's matter: a draft counts the files that it names.
 * @param isPicture whether a file is a picture of a text
 */
export async function copyUploads(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  files: readonly OwnedFile[],
  isPicture: (id: string) => boolean,
): Promise<Map<string, string>> {
  const copies = new Map<string, string>()
  if (files.length === 0) return copies
  const now = context.now()
  const blobs = files.map(({ blobHash: hash, size }) => ({ hash, size }))
  await recordBlobs(trx, context.store.engine, blobs, now)
  for (const { id, name, contentType, size, blobHash } of files) {
    const copy = randomFileId()
    await trx
      .insertInto('upload')
      .values({
        ...{ id: copy, account_id: accountId, name, content_type: contentType, size, blob_hash: blobHash },
        ...{ picture: isPicture(id) ? 1 : 0, created_at: now, checked_at: now, digest: null },
      })
      .execute()
    copies.set(id, copy)
  }
  return copies
}
