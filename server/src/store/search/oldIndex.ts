import { sql } from 'kysely'
import type { Database, Store } from '../database/open.ts'

/** Rows of the old index that go in one transaction. */
const ROWS_AT_ONCE = 500

/** Whether the full-text index of versions before 0014_account_search is there. */
export async function hasOldIndex({ db, engine }: Store): Promise<boolean> {
  const { rows } = await (engine === 'postgres'
    ? sql`select 1 from pg_tables where schemaname = current_schema() and tablename = 'mail_search'`
    : sql`select 1 from sqlite_master where name = 'mail_search'`
  ).execute(db)
  return rows.length > 0
}

/** Whether searches read the old index. */
export async function isOldIndexRead(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('mail_to_index')
    .select('sort_key')
    .where('in_old_index', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Drops the old index: on SQLite in many small steps, because a table of gigabytes would keep everybody waiting. */
export async function dropOldIndex({ db, withShadowTables }: Store, pause: () => Promise<void>): Promise<void> {
  await withShadowTables?.(async () => {
    await empty(db, 'mail_search_data', OWN_RECORDS, pause)
    await empty(db, 'mail_search_docsize', 0, pause)
  })
  await sql`drop table if exists mail_search`.execute(db)
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
