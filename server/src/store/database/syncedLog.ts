import { close, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { systemCode } from '../../platform/errors/systemCode.ts'
import { createWorkerPool } from '../../platform/workers/workerPool.ts'

/** Brings the log of a file of SQLite to disk, so that the event loop does not stand still meanwhile. */
export interface SyncedLog {
  /**
   * Resolves when everything committed before this call is on disk; calls that come while the disk writes share the next
   * write. Throws `LogNotSyncedError`.
   * @param writes how many statements have written since the last call
   */
  synced(writes: number): Promise<void>
  /** Counts statements that have written, and whose write need not be on disk. */
  wrote(writes: number): void
  /** Ends what it has begun. The connections of the file are closed after it. */
  close(): Promise<void>
}

/**
 * What was committed may not be on disk, so no call may rely on it. Nor on what is committed later: the system may have given
 * up the part of the log before it, and reports it once. PostgreSQL ends for the same reason.
 */
export class LogNotSyncedError extends Error {
  constructor(file: string, cause: unknown) {
    super(`${file}: the disk reports an error; nothing is kept until the server is started again`, { cause })
    this.name = 'LogNotSyncedError'
  }
}

/** Takes what was written to a file to disk. A test passes one that it can hold. */
export type SyncFile = (descriptor: number) => Promise<void>

export interface SyncedLogOptions {
  readonly sync?: SyncFile
  /** Statements that have written, after which a thread takes the log into the file; 0: the connections do it themselves. */
  readonly checkpointAfter?: number
}

/** Shorter than pauses between deliveries of a busy server, so that the thread does not stay for nothing. */
const THREAD_IDLE_MS = 5_000
const THREAD_MEMORY_MIB = 16
/** A slow disk may take this long for 64 MiB. */
const CHECKPOINT_WITHIN_MS = 60_000

/**
 * For connections with `synchronous=normal`, whose commits write SQLite's log and leave it to the system when that is on
 * disk: an acknowledgement waits for `synced`. That is as durable as `synchronous=full`, and lets others work while the
 * disk does.
 * @param file the file of SQLite; its log (`-wal`) is there after the first commit
 */
export function syncedLog(
  file: string,
  { sync = promisify(fdatasync), checkpointAfter = 0 }: SyncedLogOptions = {},
): SyncedLog {
  let descriptor: number | null = null
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let failure: LogNotSyncedError | null = null
  let written = 0
  let checkpoint: Promise<unknown> | null = null
  const thread = createWorkerPool({
    file: new URL('./checkpointThread.mjs', import.meta.url),
    workerData: { file },
    threads: 1,
    memory: THREAD_MEMORY_MIB,
    idle: THREAD_IDLE_MS,
  })

  const syncNow = async () => {
    if (failure) throw failure
    try {
      // SQLite keeps its locks on the file and beside it, never on the log, so a descriptor of our own does no harm.
      descriptor ??= openSync(`${file}-wal`, 'r+')
      await sync(descriptor)
    } catch (error) {
      // Nothing was committed yet.
      if (descriptor === null && systemCode(error) === 'ENOENT') return
      failure = new LogNotSyncedError(file, error)
      throw failure
    }
  }
  /** One that has begun may have missed what was committed since. */
  const begin = (): Promise<void> => {
    const begun = syncNow().finally(() => {
      if (running === begun) running = null
    })
    running = begun
    return begun
  }
  const synced = (): Promise<void> => {
    if (!running) return begin()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null
        return begin()
      })
    return next
  }
  const checkpointIfDue = (writes: number) => {
    written += writes
    if (checkpointAfter === 0 || written < checkpointAfter || checkpoint) return
    written = 0
    checkpoint = thread
      .run(null, { time: CHECKPOINT_WITHIN_MS })
      // The connection that writes does it when the log has grown on.
      .catch(() => {})
      .finally(() => {
        checkpoint = null
      })
  }

  return {
    wrote: checkpointIfDue,
    synced: (writes) => {
      checkpointIfDue(writes)
      return synced()
    },
    close: async () => {
      await (next ?? running)?.catch(() => {})
      await thread.stop()
      await checkpoint
      if (descriptor !== null) await promisify(close)(descriptor)
      descriptor = null
    },
  }
}
