import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { createWorkerPool, type PoolState, type WorkerPool } from '../../platform/workers/workerPool.ts'
import { readerPragmas } from './readerPragmas.ts'
import type { Schema } from './schema.ts'

/** A statement that only reads, with its values. */
interface ReadTask {
  readonly sql: string
  readonly parameters: CompiledQuery['parameters']
}

/** Threads that read at the same time; further reads wait for one that is free. */
export const READ_THREADS = 2
/** Reads that each of them is handed beside the one it does. */
export const READS_AHEAD = 3
const THREAD_MEMORY_MIB = 64
/**
 * Starting a thread takes longer than a search; a thread that was idle for longer than this is ended to free its
 * memory.
 */
const IDLE_MS = 45_000

export interface ThreadedReads {
  readonly db: Kysely<Schema>
  readonly state: (name: string) => PoolState
}

/**
 * The store of a file for reads that may take long: each statement runs in a thread with a connection of its own and sees
 * the last commit, and no other call waits for it. Only reads; transactions are refused. Throws `TaskLimitError` when a
 * statement took longer than it may.
 * @param time milliseconds that one statement may take
 * @param mapped bytes of the file that each connection maps
 */
export function threadedReads(file: string, time: number, mapped: number): ThreadedReads {
  const driver = new ThreadedDriver(file, time, mapped)
  const dialect: Dialect = {
    createAdapter: () => new ThreadedAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  return { db: new Kysely<Schema>({ dialect }), state: (name) => driver.state(name) }
}

class ThreadedAdapter extends SqliteAdapter {
  /** Each statement takes the thread that is free. */
  override get supportsMultipleConnections() {
    return true
  }
}

class ThreadedDriver implements Driver {
  readonly #pool: WorkerPool
  readonly #time: number

  constructor(file: string, time: number, mapped: number) {
    this.#time = time
    this.#pool = createWorkerPool({
      file: new URL('./readThread.mjs', import.meta.url),
      workerData: { file, pragmas: readerPragmas(mapped) },
      threads: READ_THREADS,
      ahead: READS_AHEAD,
      memory: THREAD_MEMORY_MIB,
      idle: IDLE_MS,
    })
  }

  state(name: string): PoolState {
    return this.#pool.state(name)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new ThreadedConnection(this.#pool, this.#time)
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    throw new Error('threads only read, a statement at a time')
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  destroy(): Promise<void> {
    return this.#pool.stop()
  }
}

class ThreadedConnection implements DatabaseConnection {
  readonly #pool: WorkerPool
  readonly #time: number

  constructor(pool: WorkerPool, time: number) {
    this.#pool = pool
    this.#time = time
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const task: ReadTask = { sql, parameters }
    return { rows: (await this.#pool.run(task, { time: this.#time })) as R[] }
  }

  // biome-ignore lint/correctness/useYield: nothing of the server streams rows
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('rows are read a page at a time, not streamed')
  }
}
