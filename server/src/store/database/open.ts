import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import type pg from 'pg'
import type { PoolState } from '../../platform/workers/workerPool.ts'
import type { Engine } from './engine.ts'
import { engineOf } from './engine.ts'
import { inspectStore } from './inspectStore.ts'
import { noteBaseline, withoutBaseline } from './landed.ts'
import { migrationsFor } from './migrations.ts'
import { planOnce } from './planOnce.ts'
import { MMAP_BYTES } from './readerPragmas.ts'
import { type Reserve, sqliteReserve } from './reserve.ts'
import type { Schema } from './schema.ts'
import { sqliteConnections } from './sqliteDialect.ts'
import { storeFailure } from './storeFailure.ts'
import { threadedReads } from './threadedReads.ts'
import type { ThreadedWrites } from './threadedWrites.ts'
import { type UrgentFirst, urgentFirst } from './urgentFirst.ts'

export type Database = Kysely<Schema>

/** How long the store may take, in milliseconds. What takes longer is ended, so that no call waits for it for ever. */
export interface StoreLimits {
  /** One of `longReads`. The others are of PostgreSQL. */
  readonly longRead: number
  /** One statement, with its waiting for locks. */
  readonly statement: number
  /** A transaction without statements: its locks make others wait. */
  readonly idleTransaction: number
  /** A connection, or its turn among those of this server. */
  readonly connection: number
}

export interface StoreOptions extends Partial<StoreLimits> {
  /** Bytes of SQLite's file that each connection maps; as many as a server's when left out. */
  readonly mapped?: number
}

/** For a command: one that goes through a whole store would have all that it has mapped in its memory in the end. */
export const STORE_OF_COMMAND: StoreOptions = { mapped: 0 }

const LIMITS: StoreLimits = { longRead: 5_000, statement: 30_000, idleTransaction: 60_000, connection: 10_000 }

/** Connections to PostgreSQL of one server: of calls, of searches and other long reads, of work that no call waits for. */
const CONNECTIONS = { calls: 10, longReads: 4, background: 5 }
const LONG_READS = 'long reads'
/** A connection that was unused for so long is closed. */
const IDLE_CONNECTION_MS = 10 * 60_000

export interface Store {
  readonly engine: Engine
  readonly db: Database
  /**
   * The same store for work that no call waits for: mail that comes in, queues, the index of words. Where both wait, on
   * SQLite for their turn of writing and on PostgreSQL for a connection, it comes behind `db`.
   */
  readonly background: Database
  /** Whether a call waits until a transaction of the background ends. On PostgreSQL none does. */
  readonly isAwaited: () => boolean
  /** Threads that write. On PostgreSQL there are none. */
  readonly apart: ThreadedWrites | null
  /**
   * For reads that may take long, outside of transactions, so that no other call waits for them: on SQLite in threads, on
   * PostgreSQL over connections of their own.
   */
  readonly longReads: Database
  /** Milliseconds that one of them may take. */
  readonly longReadMs: number
  /** Copies the whole store to a file while it is in use. Only SQLite; PostgreSQL has tools of its own. */
  readonly backupTo: ((file: string) => Promise<void>) | null
  /** Gives back what it keeps of the store in memory; it is read again when it is needed. */
  readonly releaseMemory: () => void
  /** Space for what must work when the disk is full. Only SQLite. */
  readonly reserve: Reserve | null
  /** What its pools have to do: connections to PostgreSQL, threads of SQLite that read. */
  readonly pools: () => readonly PoolState[]
  close(): Promise<void>
}

/**
 * Opens the store and brings it to the newest schema.
 * `source` is a `postgres://` address, or the path of a SQLite file (`:memory:` is refused: nothing may be volatile).
 * Throws an `OperatorError` when the store cannot be used.
 */
export async function openStore(source: string, { mapped = MMAP_BYTES, ...limits }: StoreOptions = {}): Promise<Store> {
  const { replaced, stepsToMake } = await inspectStore(source)
  // Asking the migrator takes as long as all else that opening a store does.
  const migrate = stepsToMake > 0 || replaced.length > 0 ? (store: Store) => makeSteps(store, replaced) : null
  try {
    return await openNewest(source, { ...LIMITS, ...limits }, mapped, migrate)
  } catch (error) {
    throw storeFailure(source, error)
  }
}

/** @param migrate brings the store to the newest schema; null where it is there */
async function openNewest(
  source: string,
  limits: StoreLimits,
  mapped: number,
  migrate: ((store: Store) => Promise<void>) | null,
): Promise<Store> {
  if (engineOf(source) === 'postgres') {
    if (migrate) {
      // A step waits for locks of servers that answer.
      const unlimited = await openPostgres(source, { ...limits, statement: 0, idleTransaction: 0 })
      try {
        await migrate(unlimited)
      } finally {
        await unlimited.close()
      }
    }
    return openPostgres(source, limits)
  }
  const store = openSqlite(source, limits, mapped)
  try {
    await migrate?.(store)
    await store.reserve?.isKept()
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** @param replaced steps that have made the store's schema in the place of the baseline */
async function makeSteps({ db, engine }: Store, replaced: readonly string[]): Promise<void> {
  const all = migrationsFor(engine)
  const migrations = replaced.length > 0 ? withoutBaseline(all, replaced) : all
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
  if (error) throw error
  if (replaced.length > 0) await noteBaseline(db)
}

/** @param limits 0 means no limit */
async function openPostgres(connectionString: string, limits: StoreLimits): Promise<Store> {
  const { default: pg } = await import('pg')
  // bigint arrives as text unless a parser is set; every bigint of ours is below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pools: (() => PoolState)[] = []
  const open = (name: string, max: number) => {
    const { db, state } = openPool(pg, connectionString, limits, max)
    pools.push(() => ({ name, size: max, ...state() }))
    return db
  }
  const db = open('calls', CONNECTIONS.calls)
  const longReads = open(LONG_READS, CONNECTIONS.longReads)
  const background = open('background', CONNECTIONS.background)
  return {
    engine: 'postgres',
    db,
    background,
    isAwaited: () => false,
    apart: null,
    longReads,
    longReadMs: limits.longRead,
    backupTo: null,
    releaseMemory: () => {},
    reserve: null,
    pools: () => pools.map((state) => state()),
    close: async () => {
      await Promise.all([background.destroy(), longReads.destroy()])
      await db.destroy()
    },
  }
}

function openPool(
  { Pool }: Pick<typeof pg, 'Pool'>,
  connectionString: string,
  limits: StoreLimits,
  max: number,
): { readonly db: Database; readonly state: UrgentFirst['state'] } {
  const pool = new Pool({
    connectionString,
    max,
    // A new one is a process of PostgreSQL that has planned nothing: a call waits 10 to 20 ms for it.
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    connectionTimeoutMillis: limits.connection,
    // The operating system notices a server that ended without closing the connection.
    keepAlive: true,
  })
  // An idle connection that the server drops must not end the process; the pool opens another.
  pool.on('error', () => {})
  // Compiling a plan to machine code takes longer than any statement of ours runs. Set here and not while connecting,
  // where a proxy that shares connections (PgBouncer) refuses what it does not know.
  const settings = `set jit = off; set statement_timeout = ${limits.statement};
    set idle_in_transaction_session_timeout = ${limits.idleTransaction}`
  pool.on('connect', (client) => {
    // A connection that is lost while it is in use fails the statement, and must not end the process as well.
    client.on('error', () => {})
    void client.query(settings).catch(() => {})
  })
  const { connect, state } = urgentFirst(pool, max, limits.connection)
  return { db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: planOnce(pool, connect) }) }), state }
}

function openSqlite(file: string, { longRead }: StoreLimits, mapped: number): Store {
  const { dialect, background, isAwaited, apart, backupTo, releaseMemory } = sqliteConnections(
    file,
    () => reserve.released(),
    { mapped },
  )
  const db = new Kysely<Schema>({ dialect })
  const reserve = sqliteReserve(db, file)
  const { db: longReads, state } = threadedReads(file, longRead, mapped)
  const close = async () => {
    // The connection that writes is the last to close: it takes SQLite's log into the store's file.
    await Promise.all([apart.stop(), longReads.destroy()])
    await db.destroy()
  }
  return {
    engine: 'sqlite',
    db,
    background: new Kysely<Schema>({ dialect: background }),
    isAwaited,
    apart,
    longReads,
    longReadMs: longRead,
    backupTo,
    releaseMemory,
    reserve,
    pools: () => [state(LONG_READS)],
    close,
  }
}
