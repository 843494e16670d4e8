import pg from 'pg'
import { withoutPassword } from '../../platform/config/values.ts'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import { MOVING_STEP } from '../database/inspectStore.ts'
import { openStore } from '../database/open.ts'
import { type MovedRow, type MovedTable, type MovedValue, quoted } from './sourceStore.ts'

/** What is noted in the database while a move into it has not ended. */
const PROGRESS = 'yanshu_move'
const CONSTRAINTS = 'yanshu_move_constraint'

/** How far a table is. */
export interface TableProgress {
  /** Key of the last row that was written; null before the first. */
  readonly last: readonly MovedValue[] | null
  readonly written: number
  readonly done: boolean
}

/** The PostgreSQL database that a store is moved into. */
export interface TargetStore {
  /** Columns of each table, in the order of their names. */
  readonly columns: ReadonlyMap<string, readonly string[]>
  progressOf(table: string): Promise<TableProgress>
  /** Writes rows and how far the table is in one transaction. */
  write(table: MovedTable, rows: readonly MovedRow[], done: boolean): Promise<void>
  rowsAfter(table: MovedTable, after: readonly MovedValue[] | null, limit: number): Promise<MovedRow[]>
  /** Makes all mails wait for the full-text index, and lets numbers go on behind those that were given. */
  complete(lastNumbers: ReadonlyMap<string, number>): Promise<void>
  /** Brings back what keeps the tables together and removes the notes of the move: a server may start from then on. */
  finish(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the database of a move: an empty one gets the schema and is closed to servers until the move has ended; one in
 * which a move has begun goes on. Throws an `OperatorError` for any other.
 */
export async function openTarget(database: string): Promise<TargetStore> {
  const client = new pg.Client({
    connectionString: database,
    types: {
      getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
    },
  })
  client.on('error', () => {})
  await client.connect()
  try {
    if (!(await exists(client, PROGRESS))) {
      await requireEmpty(client, database)
      await (await openStore(database)).close()
      await begin(client)
    }
    const columns = new Map<string, string[]>()
    const { rows } = await client.query<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns
        where table_schema = current_schema() order by table_name, column_name collate "C"`,
    )
    for (const { table, column } of rows) columns.set(table, [...(columns.get(table) ?? []), column])
    return target(client, columns)
  } catch (error) {
    await client.end()
    throw error
  }
}

async function exists(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>('select to_regclass($1)::text as found', [table])
  return rows[0]?.found !== null
}

async function requireEmpty(client: pg.Client, database: string): Promise<void> {
  const { rows } = await client.query(
    `select 1 from pg_class where relkind in ('r', 'p') and relnamespace = to_regnamespace(current_schema()) limit 1`,
  )
  if (rows.length === 0) return
  throw new OperatorError(
    `${withoutPassword(database)} is not empty. Make a new database for the move and name it in DATABASE_URL`,
  )
}

/**
 * References between tables and triggers are taken away while rows are written, in whatever order; they are noted first,
 * so that they come back also when the move is interrupted. All of it is one transaction.
 */
async function begin(client: pg.Client): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(`create table ${CONSTRAINTS} (name text, of text, definition text)`)
    await client.query(
      `insert into ${CONSTRAINTS} select conname, conrelid::regclass::text, pg_get_constraintdef(oid)
        from pg_constraint where contype = 'f' and connamespace = to_regnamespace(current_schema())`,
    )
    const { rows } = await client.query<{ name: string; of: string }>(`select name, of from ${CONSTRAINTS}`)
    for (const { name, of } of rows) await client.query(`alter table ${of} drop constraint ${quoted(name)}`)
    for (const table of await triggered(client)) await client.query(`alter table ${table} disable trigger user`)
    await client.query(
      `create table ${PROGRESS} (name text primary key, last text, written bigint not null, done boolean not null)`,
    )
    await client.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
      MOVING_STEP,
      new Date().toISOString(),
    ])
  })
}

async function triggered(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ of: string }>(
    `select distinct tgrelid::regclass::text as of from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = to_regnamespace(current_schema())`,
  )
  return rows.map(({ of }) => of)
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

function target(client: pg.Client, columns: ReadonlyMap<string, readonly string[]>): TargetStore {
  return {
    columns,
    async progressOf(table) {
      const { rows } = await client.query<{ last: string | null; written: number; done: boolean }>(
        `select last, written, done from ${PROGRESS} where name = $1`,
        [table],
      )
      const [row] = rows
      return { last: row?.last ? JSON.parse(row.last) : null, written: row?.written ?? 0, done: row?.done ?? false }
    },
    async write({ name, columns: of, key }, rows, done) {
      const list = of.map(quoted).join(', ')
      const last = rows.at(-1)
      await inTransaction(client, async () => {
        if (rows.length > 0) {
          await client.query(
            `insert into ${quoted(name)} (${list}) select ${list} from json_populate_recordset(null::${quoted(name)}, $1)`,
            [JSON.stringify(rows)],
          )
        }
        await client.query(
          `insert into ${PROGRESS} (name, last, written, done) values ($1, $2, $3, $4) on conflict (name) do update set
            last = coalesce(excluded.last, ${PROGRESS}.last), written = ${PROGRESS}.written + excluded.written,
            done = excluded.done`,
          [name, last ? JSON.stringify(key.map((column) => last[column])) : null, rows.length, done],
        )
      })
    },
    async rowsAfter({ name, columns: of, key }, after, limit) {
      // Both sides name rows in the order of bytes; numbers have no collation.
      const text = await textColumns(client, name)
      const part = (column: string) => `${quoted(column)}${text.has(column) ? ' collate "C"' : ''}`
      const order = key.map(part).join(', ')
      const behind = after ? `where (${order}) > (${after.map((_, at) => `$${at + 1}`).join(', ')})` : ''
      const { rows } = await client.query<Record<string, MovedValue>>(
        `select ${of.map(quoted).join(', ')} from ${quoted(name)} ${behind} order by ${order} limit ${limit}`,
        [...(after ?? [])],
      )
      return rows
    },
    async complete(lastNumbers) {
      await inTransaction(client, async () => {
        await client.query('delete from mail_to_index')
        await client.query('insert into mail_to_index (sort_key, account_id) select sort_key, account_id from mail')
        await client.query('delete from document_to_index')
        await client.query('insert into document_to_index (document_id) select id from document where kind = 1')
        const { rows } = await client.query<{ table: string; column: string }>(
          `select table_name as table, column_name as column from information_schema.columns
            where table_schema = current_schema() and is_identity = 'YES'`,
        )
        for (const { table, column } of rows) {
          await client.query(
            `select setval(pg_get_serial_sequence($1, $2), greatest($3::bigint, (select coalesce(max(${quoted(column)}), 0)
              from ${quoted(table)})) + 1, false)`,
            [quoted(table), column, lastNumbers.get(table) ?? 0],
          )
        }
      })
    },
    async finish() {
      await inTransaction(client, async () => {
        const { rows } = await client.query<{ name: string; of: string; definition: string }>(
          `select name, of, definition from ${CONSTRAINTS}`,
        )
        for (const { name, of, definition } of rows) {
          await client.query(`alter table ${of} add constraint ${quoted(name)} ${definition}`)
        }
        for (const table of await triggered(client)) await client.query(`alter table ${table} enable trigger user`)
        await client.query('delete from kysely_migration where name = $1', [MOVING_STEP])
        await client.query(`drop table ${PROGRESS}, ${CONSTRAINTS}`)
      })
      // Statistics of empty tables would make the first plans bad ones.
      await client.query('analyze')
    },
    close: () => client.end(),
  }
}

async function textColumns(client: pg.Client, table: string): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ column: string }>(
    `select column_name as column from information_schema.columns
      where table_schema = current_schema() and table_name = $1 and data_type = 'text'`,
    [table],
  )
  return new Set(rows.map(({ column }) => column))
}
