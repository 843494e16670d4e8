import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { Kysely, PostgresDialect, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { Migrator } from 'kysely/migration'
import { isDiskFull } from '../../platform/errors/diskFull.ts'
import type { Engine } from './engine.ts'
import { engineOf, inspectStore } from './inspectStore.ts'
import { migrationsFor } from './migrations.ts'
import { planOnce } from './planOnce.ts'
import { RELEASE_STATEMENT, type Reserve, sqliteReserve } from './reserve.ts'
import type { Schema } from './schema.ts'
import { storeFailure } from './storeFailure.ts'

export type Database = Kysely<Schema>

export interface Store {
  readonly engine: Engine
  readonly db: Database
  /** Copies the whole store to a file while it is in use. Only SQLite; PostgreSQL has tools of its own. */
  readonly backupTo: ((file: string) => Promise<void>) | null
  /** Room for what must go on when the disk is full. Only SQLite. */
  readonly reserve: Reserve | null
  close(): Promise<void>
}

/**
 * Opens the store and brings it to the newest schema.
 * `source` is a `postgres://` address, or the path of a SQLite file (`:memory:` is refused: nothing may be volatile).
 * Throws an `OperatorError` when the store cannot be used.
 */
export async function openStore(source: string): Promise<Store> {
  await inspectStore(source)
  try {
    return await openNewest(source)
  } catch (error) {
    throw storeFailure(source, error)
  }
}

async function openNewest(source: string): Promise<Store> {
  const store = engineOf(source) === 'postgres' ? await openPostgres(source) : openSqlite(source)
  const migrations = migrationsFor(store.engine)
  const { error } = await new Migrator({
    db: store.db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest()
  if (error) {
    await store.close()
    throw error
  }
  await store.reserve?.isKept()
  return store
}

async function openPostgres(connectionString: string): Promise<Store> {
  const { default: pg } = await import('pg')
  // bigint arrives as text unless told otherwise; every bigint of ours is below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({ connectionString, max: 10 })
  // An idle connection that the server drops must not end the process; the pool opens another.
  pool.on('error', () => {})
  // Compiling a plan to machine code takes longer than any statement of ours runs.
  pool.on('connect', (client) => void client.query('set jit = off').catch(() => {}))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: planOnce(pool) }) })
  return { engine: 'postgres', db, backupTo: null, reserve: null, close: () => db.destroy() }
}

function openSqlite(file: string): Store {
  const { database, backupTo } = sqliteDatabase(file, () => reserve.released())
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) })
  const reserve = sqliteReserve(db, file)
  return { engine: 'sqlite', db, backupTo, reserve, close: () => db.destroy() }
}

/** Statements kept compiled; the server's own number some two hundred. */
const MAX_PREPARED = 1_000

/** A statement that does nothing. */
const NOTHING: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
}

type Parameter = null | number | bigint | string | Uint8Array

/**
 * node:sqlite in the shape Kysely expects. WAL with synchronous=FULL: a commit that was acknowledged is on disk.
 * @param onReserveReleased told when a statement of its own (a login, a setting) took the room that is kept in reserve
 */
function sqliteDatabase(
  file: string,
  onReserveReleased: () => void,
): { database: SqliteDatabase; backupTo: (target: string) => Promise<void> } {
  const connection = new DatabaseSync(file)
  connection.exec(`pragma journal_mode=wal; pragma synchronous=full; pragma foreign_keys=on; pragma busy_timeout=5000;
    pragma temp_store=memory; pragma mmap_size=268435456; pragma cache_size=-32000`)
  const prepared = new Map<string, StatementSync>()
  const prepare = (text: string) => {
    const known = prepared.get(text)
    if (known) return known
    const statement = connection.prepare(text)
    if (prepared.size >= MAX_PREPARED) prepared.clear()
    prepared.set(text, statement)
    return statement
  }
  /** Runs a statement; one that is a transaction of its own is tried again on a full disk in the room kept for it. */
  const run = <T>(statement: () => T): T => {
    const alone = !connection.isTransaction
    try {
      return statement()
    } catch (error) {
      if (!alone || !isDiskFull(error)) throw error
      onReserveReleased()
      connection.exec(RELEASE_STATEMENT)
      return statement()
    }
  }
  const database: SqliteDatabase = {
    close: () => {
      prepared.clear()
      connection.close()
    },
    prepare(text) {
      // SQLite ends some transactions that fail by itself, such as on a full disk; a second end would be an error that
      // hides the first.
      if (text === 'rollback' && !connection.isTransaction) return NOTHING
      // A transaction that starts by reading could not write once another process (the command line) has written.
      const statement = prepare(text === 'begin' ? 'begin immediate' : text)
      const values = (parameters: readonly unknown[]) => parameters as readonly Parameter[]
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => run(() => statement.all(...values(parameters))),
        run: (parameters) => run(() => statement.run(...values(parameters))),
        iterate: (parameters) => statement.iterate(...values(parameters)) as IterableIterator<unknown>,
      }
    },
  }
  return {
    database,
    backupTo: async (target) => {
      const { backup } = await import('node:sqlite')
      await backup(connection, target)
    },
  }
}
