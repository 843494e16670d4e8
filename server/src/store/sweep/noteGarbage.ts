import type { Trx } from '../database/transact.ts'

/** Lets the sweep remove content that nothing may keep any more. */
export async function noteGarbageBlobs(trx: Trx, hashes: readonly string[], now: number): Promise<void> {
  if (hashes.length === 0) return
  await trx
    .insertInto('garbage_blob')
    .values(hashes.map((hash) => ({ hash, since: now })))
    .execute()
}
