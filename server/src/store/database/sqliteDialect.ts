import { DatabaseSync, type StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { isDiskFull } from '../../platform/errors/diskFull.ts'
import { MMAP_BYTES, readerPragmas } from './readerPragmas.ts'
import { RELEASE_STATEMENT } from './reserve.ts'
import { type SyncedLog, type SyncFile, syncedLog } from './syncedLog.ts'
import { type ThreadedWrites, threadedWrites } from './threadedWrites.ts'
import { Turns, type Waiting } from './turns.ts'

/** Statements kept compiled for each connection; the server's own number some two hundred. */
const MAX_PREPARED = 1_000

/**
 * Statements that wrote, after which a thread takes SQLite's log into the store's file: some 16 MiB, four times what SQLite
 * would take. A page that many deliveries change is then written once for four times as many.
 */
const CHECKPOINT_AFTER = 4_000
/** Pages of the log after which the commit that comes upon it takes them into the file, where the thread has not: 64 MiB. */
const CHECKPOINT_PAGES = 16_000

/** What a transaction of the thread counts for, at least: it puts some words of some mails into the index. */
const STATEMENTS_APART = 20

/** Without a map for a moment, the system forgets which pages of the file this process has read. */
const releaseMemory = (mapped: number) => `pragma shrink_memory; pragma mmap_size=0; pragma mmap_size=${mapped}`

type Parameter = null | number | bigint | string | Uint8Array

class TwoConnectionsAdapter extends SqliteAdapter {
  /**
   * Kysely answers no for SQLite, whose tables are made and changed in transactions like its rows: an upgrade of a store
   * happens as a whole or not at all, also when the process is killed in the middle of it.
   */
  override get supportsTransactionalDdl() {
    return true
  }

  /** The driver decides who waits for whom. */
  override get supportsMultipleConnections() {
    return true
  }
}

export interface SqliteConnections {
  readonly dialect: Dialect
  /** The same for work that no call waits for: where both want to write, `dialect` is first. It is not closed by itself. */
  readonly background: Dialect
  /** Whether a call waits for `dialect` to have its turn of writing. */
  isAwaited(): boolean
  /** Threads that write, each time as a turn of their own. They are stopped before the connections are closed. */
  readonly apart: ThreadedWrites
  /** Gives back what the connections keep in memory, pages of the file first. */
  releaseMemory(): void
  /** Copies the whole store to a file while it is in use. */
  backupTo(target: string): Promise<void>
}

export interface ConnectionOptions {
  /** What takes SQLite's log to disk. */
  readonly sync?: SyncFile
  /** Bytes of the file that each connection maps; what it has looked at of them counts as memory of the process. */
  readonly mapped?: number
}

/**
 * node:sqlite for Kysely, with one connection that writes and one that reads. What is read outside of a transaction does
 * not wait for one that is going on, and sees the store as of the last commit: everything that was written before it was
 * asked for, and nothing of what is not committed. Inside a transaction everything goes to the connection that writes.
 * A commit is acknowledged when it is on disk (`syncedLog`); the next transaction does not wait for that.
 * @param onReserveReleased called when a statement of its own (a login, a setting) took the room that is kept in reserve
 */
export function sqliteConnections(
  file: string,
  onReserveReleased: () => void,
  { sync, mapped = MMAP_BYTES }: ConnectionOptions = {},
): SqliteConnections {
  const writer = openWriter(file, mapped)
  const reader = new DatabaseSync(file)
  reader.exec(readerPragmas(mapped))
  const log = syncedLog(file, { ...(sync ? { sync } : {}), checkpointAfter: CHECKPOINT_AFTER })
  const turns = new Turns()
  const parts = { writer: new Connection(writer), reader: new Connection(reader), log, turns, onReserveReleased }
  return {
    dialect: dialectOf(new TwoConnectionsDriver({ ...parts, waiting: 'people' })),
    background: dialectOf(new BackgroundDriver({ ...parts, waiting: 'background' })),
    isAwaited: () => turns.isAwaited,
    apart: threadedWrites({
      file,
      mapped,
      lent: turns.lent,
      lend: (waiting, work) => turns.lend(waiting, work),
      onWritten: () => log.wrote(STATEMENTS_APART),
    }),
    releaseMemory: () => {
      for (const connection of [writer, reader]) {
        // What a transaction has changed stays in memory until its end.
        if (!connection.isTransaction) connection.exec(releaseMemory(mapped))
      }
    },
    backupTo: (target) => copyStore(file, target),
  }
}

/** More pages than any store has. */
const ALL_PAGES = 0x7fff_ffff

/**
 * Copies a store as of its last commit, over a connection of its own: one that maps the file would count all of it as memory
 * of this process. In one step, because SQLite begins anew when another process writes between two.
 */
async function copyStore(file: string, target: string): Promise<void> {
  const { backup } = await import('node:sqlite')
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    source.exec('pragma mmap_size=0; pragma busy_timeout=5000; pragma cache_size=-2000')
    await backup(source, target, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
}

const dialectOf = (driver: Driver): Dialect => ({
  createAdapter: () => new TwoConnectionsAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

function openWriter(file: string, mapped: number): DatabaseSync {
  const database = new DatabaseSync(file)
  database.exec(`pragma journal_mode=wal; pragma synchronous=normal; pragma foreign_keys=on; pragma busy_timeout=5000;
    pragma temp_store=memory; pragma mmap_size=${mapped}; pragma cache_size=-8000;
    pragma wal_autocheckpoint=${CHECKPOINT_PAGES}`)
  return database
}

interface DriverParts {
  readonly writer: Connection
  readonly reader: Connection
  readonly log: SyncedLog
  readonly turns: Turns
  readonly onReserveReleased: () => void
  readonly waiting: Waiting
}

class TwoConnectionsDriver implements Driver {
  readonly #parts: DriverParts

  constructor(parts: DriverParts) {
    this.#parts = parts
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Lease> {
    return new Lease(this.#parts)
  }

  async releaseConnection(lease: Lease): Promise<void> {
    lease.release()
  }

  beginTransaction(lease: Lease): Promise<void> {
    return lease.begin()
  }

  commitTransaction(lease: Lease): Promise<void> {
    return lease.commit()
  }

  rollbackTransaction(lease: Lease): Promise<void> {
    return lease.rollback()
  }

  async destroy(): Promise<void> {
    const { log, reader, writer } = this.#parts
    await log.close()
    // The last connection to close writes SQLite's log into the store's file, which the reader may not.
    reader.close()
    writer.close()
  }
}

/** One connection of a thread, whose turn the other threads leave to it. Nothing waits until it is on disk. */
export function oneConnection(file: string, mapped: number): Dialect {
  const connection = new Connection(openWriter(file, mapped))
  const log: SyncedLog = { synced: async () => {}, wrote: () => {}, close: async () => {} }
  const turns = new Turns()
  const parts = { writer: connection, reader: connection, log, turns, onReserveReleased: () => {} }
  return dialectOf(new TwoConnectionsDriver({ ...parts, waiting: 'background' }))
}

/** Its connections are those of the other driver, which closes them. */
class BackgroundDriver extends TwoConnectionsDriver {
  override async destroy(): Promise<void> {}
}

/** What Kysely works with between acquiring and releasing: reads at once, waits for its turn when it has to write. */
class Lease implements DatabaseConnection {
  readonly #writer: Connection
  readonly #reader: Connection
  readonly #log: SyncedLog
  readonly #turns: Turns
  readonly #waiting: Waiting
  readonly #onReserveReleased: () => void
  #writing = false
  #inTransaction = false
  /** Statements of this transaction that may have written. */
  #written = 0

  constructor({ writer, reader, log, turns, waiting, onReserveReleased }: DriverParts) {
    this.#writer = writer
    this.#reader = reader
    this.#log = log
    this.#turns = turns
    this.#waiting = waiting
    this.#onReserveReleased = onReserveReleased
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#turns.takeBack()
    const reads = isRead(query)
    if (this.#inTransaction) {
      if (!reads) this.#written++
      return this.#writer.run<R>(query)
    }
    if (reads) return this.#reader.run<R>(query)
    await this.#takeTurn()
    const result = this.#runAlone<R>(query)
    this.#endTurn()
    await this.#log.synced(1)
    return result
  }

  /** Runs a statement that is a transaction of its own. */
  #runAlone<R>(query: CompiledQuery): QueryResult<R> {
    try {
      return this.#writer.run<R>(query)
    } catch (error) {
      // Tried again on a full disk, in the reserved space.
      if (this.#writer.isInTransaction || !isDiskFull(error)) throw error
      this.#onReserveReleased()
      this.#writer.exec(RELEASE_STATEMENT)
      return this.#writer.run<R>(query)
    }
  }

  async begin(): Promise<void> {
    await this.#takeTurn()
    // A transaction that starts by reading could not write once another process (the command line) has written.
    this.#writer.exec('begin immediate')
    this.#inTransaction = true
  }

  /** Commits, lets the next one write, and waits until it is on disk. */
  async commit(): Promise<void> {
    this.#writer.exec('commit')
    this.release()
    await this.#log.synced(this.#written)
  }

  async rollback(): Promise<void> {
    // SQLite ends some transactions that fail by itself, such as on a full disk; a second end would be an error that
    // hides the first. One that is committed, and could not be brought to disk, has left the connection to the next.
    if (this.#inTransaction && this.#writer.isInTransaction) this.#writer.exec('rollback')
  }

  release(): void {
    this.#inTransaction = false
    this.#endTurn()
  }

  // biome-ignore lint/correctness/useYield: nothing of the server streams rows
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('rows are read a page at a time, not streamed')
  }

  async #takeTurn(): Promise<void> {
    if (this.#writing) return
    await this.#turns.begin(this.#waiting)
    this.#writing = true
  }

  #endTurn(): void {
    if (this.#writing) this.#turns.end()
    this.#writing = false
  }
}

/** First words of statements that only read. `with` is not among them: it may begin one that writes. */
const READS = /^\s*(select\b|with\b(?!.*\b(insert|update|delete|replace)\b))/is

/**
 * Whether a statement only reads. A statement that is not recognised goes to the connection that writes, which is
 * always correct.
 */
const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && READS.test(sql))

interface PreparedStatement {
  readonly statement: StatementSync
  readonly returnsRows: boolean
}

/** One connection of SQLite with its compiled statements. */
class Connection {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<string, PreparedStatement>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  exec(statement: string): void {
    this.#database.exec(statement)
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, returnsRows } = this.#prepare(sql)
    const values = parameters as readonly Parameter[]
    if (returnsRows) return { rows: statement.all(...values) as R[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
  }

  close(): void {
    this.#prepared.clear()
    this.#database.close()
  }

  #prepare(text: string): PreparedStatement {
    const known = this.#prepared.get(text)
    if (known) return known
    const statement = this.#database.prepare(text)
    const made = { statement, returnsRows: statement.columns().length > 0 }
    if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear()
    this.#prepared.set(text, made)
    return made
  }
}
