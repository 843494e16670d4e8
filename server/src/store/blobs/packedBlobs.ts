import type { DatabaseSync } from 'node:sqlite'
import { isMainThread } from 'node:worker_threads'
import { isDiskFull, StorageFullError } from '../../platform/errors/diskFull.ts'
import { type SyncedLog, syncedLog } from '../database/syncedLog.ts'
import type { StoredBlob } from './blobStore.ts'
import { shortStoredForm } from './storedForm.ts'

/** Bytes of content up to which a blob is packed: a file of its own takes a block of the disk and two writes to it. */
export const PACKED_MAX = 64 * 1_024

/** Small blobs in one file. A hash is 64 digits of hexadecimal. */
export interface PackedBlobs {
  /** The file, for people. */
  readonly place: string
  /** Keeps content, also where it is there already; resolves when it is on disk. Throws `StorageFullError`. */
  put(hash: string, content: Uint8Array): Promise<void>
  /** What is kept (`storedForm`); null when it is not here. */
  find(hash: string): Uint8Array | null
  /** Answers its bytes; null when it is not here, or was put since `before` (epoch milliseconds). */
  remove(hash: string, before?: number): number | null
  /** @param first the first byte of the hashes */
  list(first: number): Generator<StoredBlob>
  close(): Promise<void>
}

interface Waiting {
  readonly hash: Uint8Array
  /** Bytes of the content. */
  readonly size: number
  /** As it is to be kept. */
  readonly kept: Uint8Array
  resolve(): void
  reject(error: unknown): void
}

const LISTED_AT_ONCE = 500

/** Blobs after which a thread takes SQLite's log into the file: some 16 MiB; 0 in a thread, on which no call waits. */
const CHECKPOINT_AFTER = isMainThread ? 2_000 : 0
/** Pages of the log after which the commit that comes upon it does, where the thread has not. */
const CHECKPOINT_PAGES = 16_000

/**
 * Small blobs in a file of SQLite of its own, so that what lists read is not mixed with what mails hold. What is put in
 * the same turn of the event loop is committed together, and what is put while the disk writes is on disk with its next
 * write. Other threads and processes may work on the file at the same time: their commits are short, because content is
 * compressed before and brought to disk after.
 * @param database just opened, and closed with what this answers
 * @param log what brings its log to disk
 */
export function openPackedBlobs(
  database: DatabaseSync,
  log: SyncedLog = syncedLog(database.location() ?? '', { checkpointAfter: CHECKPOINT_AFTER }),
): PackedBlobs {
  // Content is read once, so a cache would only take memory.
  database.exec(`pragma busy_timeout=5000; pragma journal_mode=wal; pragma synchronous=normal; pragma cache_size=-1000;
    pragma wal_autocheckpoint=${CHECKPOINT_PAGES};
    create table if not exists content (id integer primary key, kept blob not null);
    create table if not exists packed (
      hash blob primary key, size integer not null, put_at integer not null, content_id integer not null
    ) without rowid`)
  const known = database.prepare('select content_id, size, put_at from packed where hash = ?')
  const touch = database.prepare('update packed set put_at = ?, size = ? where hash = ?')
  const insertContent = database.prepare('insert into content (kept) values (?)')
  const updateContent = database.prepare('update content set kept = ? where id = ?')
  const insert = database.prepare('insert into packed (hash, size, put_at, content_id) values (?, ?, ?, ?)')
  const select = database.prepare('select kept from content where id = (select content_id from packed where hash = ?)')
  const listed = database.prepare(
    `select hash, size, put_at from packed where hash > ? and hash < ? order by hash limit ${LISTED_AT_ONCE}`,
  )
  const forget = database.prepare('delete from packed where hash = ? returning content_id, size')
  const forgetContent = database.prepare('delete from content where id = ?')
  let waiting: Waiting[] = []

  const within = <T>(work: () => T): T => {
    database.exec('begin immediate')
    try {
      const result = work()
      database.exec('commit')
      return result
    } catch (error) {
      if (database.isTransaction) database.exec('rollback')
      throw isDiskFull(error) ? new StorageFullError({ cause: error }) : error
    }
  }

  const write = ({ hash, size, kept }: Waiting) => {
    const now = Date.now()
    const there = known.get(hash)
    if (there) {
      touch.run(now, size, hash)
      // Written again, whatever happened to it meanwhile.
      updateContent.run(kept, Number(there.content_id))
      return
    }
    const { lastInsertRowid } = insertContent.run(kept)
    insert.run(hash, size, now, lastInsertRowid)
  }

  const commit = async () => {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      within(() => batch.forEach(write))
      await log.synced(batch.length)
    } catch (error) {
      for (const one of batch) one.reject(error)
      return
    }
    for (const one of batch) one.resolve()
  }

  return {
    place: database.location() ?? '',
    put: (hash, content) =>
      new Promise((resolve, reject) => {
        const one = { hash: bytesOf(hash), size: content.length, kept: shortStoredForm(content), resolve, reject }
        if (waiting.length === 0) setImmediate(() => void commit())
        waiting.push(one)
      }),
    find: (hash) => (select.get(bytesOf(hash))?.kept as Uint8Array | undefined) ?? null,
    remove: (hash, before = Number.POSITIVE_INFINITY) => {
      const bytes = bytesOf(hash)
      // Checked first without a transaction: most of what is removed is not here.
      if (!known.get(bytes)) return null
      return within(() => {
        const there = known.get(bytes)
        if (!there || Number(there.put_at) >= before) return null
        forget.all(bytes)
        forgetContent.run(Number(there.content_id))
        return Number(there.size)
      })
    },
    *list(first) {
      const end = first === 255 ? new Uint8Array(33).fill(255) : Uint8Array.of(first + 1)
      let after: Uint8Array = Uint8Array.of(first)
      for (;;) {
        const rows = listed.all(after, end)
        for (const { hash, size, put_at } of rows) {
          after = hash as Uint8Array
          yield { hash: Buffer.from(after).toString('hex'), size: Number(size), putAt: Number(put_at) }
        }
        if (rows.length < LISTED_AT_ONCE) return
      }
    },
    close: async () => {
      await commit()
      await log.close()
      database.close()
    },
  }
}

const bytesOf = (hash: string): Uint8Array => Buffer.from(hash, 'hex')
