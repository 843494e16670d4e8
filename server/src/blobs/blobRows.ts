import type { Trx } from '../context.ts'
import { prepared } from '../database/prepared.ts'

export interface BlobRef {
  readonly hash: string
  readonly size: number
}

/** Writes the rows of blobs in the transaction that refers to them; what is known already stays as it is. */
export async function recordBlobs(trx: Trx, blobs: readonly BlobRef[], now: number): Promise<void> {
  const unique = new Map(blobs.map((blob) => [blob.hash, blob]))
  const rows = [...unique.values()].map(({ hash, size }) => ({ hash, size, created_at: now }))
  const [first] = rows
  if (first && rows.length === 1) {
    await insertBlob(trx, first)
    return
  }
  for (let at = 0; at < rows.length; at += 200) {
    await trx
      .insertInto('blob')
      .values(rows.slice(at, at + 200))
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute()
  }
}

const insertBlob = prepared((db, by: { hash: string; size: number; created_at: number }) =>
  db
    .insertInto('blob')
    .values({ hash: by.hash, size: by.size, created_at: by.created_at })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .compile(),
)
