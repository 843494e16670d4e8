import type { Engine } from '../database/engine.ts'
import { prepared, preparedForList } from '../database/prepared.ts'
import type { Trx } from '../database/transact.ts'

export interface BlobRef {
  readonly hash: string
  readonly size: number
}

const ROWS_AT_ONCE = 200

/**
 * Writes the rows of blobs in the transaction that refers to them, and keeps those that are there already from being
 * swept until it has committed: on PostgreSQL a sweep does not see what is not committed, and would remove the row under
 * a mail that arrives at the same moment. SQLite has one writer.
 */
export async function recordBlobs(trx: Trx, engine: Engine, blobs: readonly BlobRef[], now: number): Promise<void> {
  const unique = new Map(blobs.map((blob) => [blob.hash, blob]))
  // All transactions that write several use the same order.
  const rows = [...unique.values()]
    .map(({ hash, size }) => ({ hash, size, created_at: now }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE)
    if (engine === 'sqlite') {
      await writeRows(trx, some)
      continue
    }
    // A row that is found may be locked by a sweep, and deleted when the lock ends: then it is written again.
    for (let missing = some; missing.length > 0; ) {
      const written = await insertRows(trx, missing)
      const there = new Set(written.map(({ hash }) => hash))
      const known = missing.flatMap(({ hash }) => (there.has(hash) ? [] : [hash]))
      if (known.length === 0) break
      const kept = new Set((await keepRows(trx, known)).map(({ hash }) => hash))
      missing = missing.filter(({ hash }) => !there.has(hash) && !kept.has(hash))
    }
  }
}

interface BlobRow extends BlobRef {
  readonly created_at: number
}

/** Returns nothing: a statement that returns rows makes SQLite write out its full-text index first. */
async function writeRows(trx: Trx, rows: readonly BlobRow[]): Promise<void> {
  const [first] = rows
  if (first && rows.length === 1) await insertBlob(trx, first)
  else await insertAll(trx, rows).execute()
}

const insertRows = (trx: Trx, rows: readonly BlobRow[]): Promise<readonly { hash: string }[]> =>
  insertAll(trx, rows).returning('hash').execute()

const insertAll = (trx: Trx, rows: readonly BlobRow[]) =>
  trx
    .insertInto('blob')
    .values([...rows])
    .onConflict((conflict) => conflict.column('hash').doNothing())

const insertBlob = prepared((db, by: BlobRow) =>
  db
    .insertInto('blob')
    .values({ hash: by.hash, size: by.size, created_at: by.created_at })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .compile(),
)

const keepRows = preparedForList((db, hashes: readonly string[]) =>
  db.selectFrom('blob').select('hash').where('hash', 'in', hashes).orderBy('hash').forKeyShare().compile(),
)
