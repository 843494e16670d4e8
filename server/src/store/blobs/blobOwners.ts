import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Trx } from '../database/transact.ts'
import { type BlobRef, recordBlobs } from './blobRows.ts'

type Columns<Table extends keyof Schema> = Extract<keyof Schema[Table], string>

interface BlobColumn<Table extends keyof Schema> {
  readonly table: Table
  /** The hash of the content; there is an index that begins with it. */
  readonly column: Columns<Table>
  /** What a person knows the content by, null where the table has no such column. */
  readonly name: Columns<Table> | null
}

const owner = <Table extends keyof Schema>(one: BlobColumn<Table>): BlobColumn<Table> => one

/**
 * Who keeps content, by the columns that name it: what stands in none of them is removed. These are the owners that were
 * there first, each with an index and a trigger of its own, so that a delivered mail needs no further row. A new owner adds
 * rows to `blob_hold` (`holdBlobs`) and no column here: while a system of several servers is upgraded, a server of the
 * version before may sweep, and it knows `blob_hold` but no new column.
 */
export const BLOB_OWNERS = [
  owner({ table: 'message', column: 'raw_hash', name: 'subject' }),
  owner({ table: 'attachment', column: 'blob_hash', name: 'name' }),
  owner({ table: 'upload', column: 'blob_hash', name: 'name' }),
  owner({ table: 'contact', column: 'photo_hash', name: 'name' }),
  owner({ table: 'feedback_file', column: 'blob_hash', name: 'name' }),
  owner({ table: 'event_file', column: 'blob_hash', name: null }),
  owner({ table: 'blob_hold', column: 'hash', name: null }),
  // Without a row of `blob`, and so in no backup: what an archive has in it is in the backup already.
  owner({ table: 'archive_job', column: 'blob_hash', name: null }),
] as const

/** A table of which each row may keep content by `blob_hold`; a trigger on it ends the hold with the row. */
export type BlobHolder =
  | 'event_undo'
  | 'invitation_arrival'
  | 'delivery_effect'
  | 'document_version'
  | 'unfinished_upload'
  | 'file_link'
  | 'migration_file'

const ROWS_AT_ONCE = 500

/** Which of these hashes an owner keeps. */
export async function heldAmong(db: Kysely<Schema>, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const wanted = sql.join(hashes)
  const { rows } = await sql<{ hash: string }>`${sql.join(
    BLOB_OWNERS.map(
      ({ table, column }) =>
        sql`select ${sql.ref(column)} as hash from ${sql.table(table)} where ${sql.ref(column)} in (${wanted})`,
    ),
    sql` union all `,
  )}`.execute(db)
  return new Set(rows.map(({ hash }) => hash))
}

/** Where content is used, in the words of its owners (names of files, subjects of mails): the first few. */
export async function namesOf(db: Kysely<Schema>, hash: string, most: number): Promise<string[]> {
  const selects = BLOB_OWNERS.flatMap(({ table, column, name }): RawBuilder<unknown>[] =>
    name === null
      ? []
      : [sql`select ${sql.ref(name)} as name from ${sql.table(table)} where ${sql.ref(column)} = ${hash}`],
  )
  const { rows } = await sql<{ name: string }>`${sql.join(selects, sql` union all `)} limit ${most}`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Keeps content for as long as a row of another table is there, in the transaction that writes that row: for owners whose
 * own columns name the content inside of a text, or without an index.
 */
export async function holdBlobs(
  trx: Trx,
  { engine, now }: { readonly engine: Parameters<typeof recordBlobs>[1]; readonly now: number },
  holder: { readonly owner: BlobHolder; readonly ownerId: string | number },
  blobs: readonly BlobRef[],
): Promise<void> {
  if (blobs.length === 0) return
  await recordBlobs(trx, engine, blobs, now)
  const hashes = new Set(blobs.map(({ hash }) => hash))
  await trx
    .insertInto('blob_hold')
    .values([...hashes].map((hash) => ({ hash, owner: holder.owner, owner_id: String(holder.ownerId) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The same for many rows of a table, each of which keeps some content. */
export async function holdForMany(
  trx: Trx,
  { engine, now }: { readonly engine: Parameters<typeof recordBlobs>[1]; readonly now: number },
  owner: BlobHolder,
  held: readonly (BlobRef & { readonly ownerId: number })[],
): Promise<void> {
  if (held.length === 0) return
  const blobs = new Map(held.map(({ hash, size }) => [hash, { hash, size }]))
  await recordBlobs(trx, engine, [...blobs.values()], now)
  for (let at = 0; at < held.length; at += ROWS_AT_ONCE) {
    const rows = held
      .slice(at, at + ROWS_AT_ONCE)
      .map((one) => ({ hash: one.hash, owner, owner_id: String(one.ownerId) }))
    await trx
      .insertInto('blob_hold')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
