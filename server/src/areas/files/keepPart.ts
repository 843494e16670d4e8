import { holdBlobs } from '../../store/blobs/blobOwners.ts'
import type { BlobRef } from '../../store/blobs/blobRows.ts'
import type { TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'

/** Writes the row of a part that is stored. One that came in before stays as it is. */
export async function keepPart(
  trx: Trx,
  context: TransactionContext,
  { uploadId, number, hash, size }: BlobRef & { readonly uploadId: string; readonly number: number },
): Promise<void> {
  const { engine } = context.store
  await trx
    .insertInto('upload_part')
    .values({ upload_id: uploadId, number, blob_hash: hash, size })
    .onConflict((conflict) => conflict.columns(['upload_id', 'number']).doNothing())
    .execute()
  await holdBlobs(trx, { engine, now: context.now() }, { owner: 'unfinished_upload', ownerId: uploadId }, [
    { hash, size },
  ])
}
