import { sql } from 'kysely'
import type { Database, Store } from '../database/open.ts'

/** Rows of the old index that go in one transaction. */
const ROWS_AT_ONCE = 500

/** What `mail_to_index.in_old_index` says of the index that still holds a mail. */
export const OLD_INDEX = { search: 1, words: 2 } as const
export type OldIndex = (typeof OLD_INDEX)[keyof typeof OLD_INDEX]

/** Their tables. On PostgreSQL `mail_words` is the index of today. */
export const OLD_TABLE: Readonly<Record<OldIndex, string>> = { 1: 'mail_search', 2: 'mail_words' }

/** The tables of indexes of older versions that are there. */
async function oldTables({ db, engine }: Store): Promise<string[]> {
  const { rows } = await (engine === 'postgres'
    ? sql<{ name: string }>`select tablename as name from pg_tables
        where schemaname = current_schema() and tablename = ${OLD_TABLE[1]}`
    : sql<{ name: string }>`select name from sqlite_master where name in (${OLD_TABLE[1]}, ${OLD_TABLE[2]})`
  ).execute(db)
  return rows.map(({ name }) => name)
}

/** Whether the full-text index of an older version is there. */
export const hasOldIndex = async (store: Store): Promise<boolean> => (await oldTables(store)).length > 0

/** Whether searches read the old index. */
export async function isOldIndexRead(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('mail_to_index')
    .select('sort_key')
    .where('in_old_index', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Drops the old indexes: on SQLite in many small steps, because a table of gigabytes would keep all calls waiting. */
export async function dropOldIndex(store: Store, pause: () => Promise<void>): Promise<void> {
  const { db, withShadowTables } = store
  for (const table of await oldTables(store)) {
    await withShadowTables?.(async () => {
      await empty(db, `${table}_data`, OWN_RECORDS, pause)
      await empty(db, `${table}_docsize`, 0, pause)
    })
    await sql`drop table if exists ${sql.table(table)}`.execute(db)
  }
}

/** FTS5 keeps two records of its own below the pages with words. */
const OWN_RECORDS = 10

async function empty(db: Database, table: string, from: number, pause: () => Promise<void>): Promise<void> {
  for (let gone = ROWS_AT_ONCE; gone === ROWS_AT_ONCE; ) {
    const { numAffectedRows } = await sql`delete from ${sql.ref(table)} where id in (
      select id from ${sql.ref(table)} where id > ${from} limit ${ROWS_AT_ONCE}
    )`.execute(db)
    gone = Number(numAffectedRows ?? 0)
    await pause()
  }
}
