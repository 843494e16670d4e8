import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Schema } from './schema.ts'
import { sqliteConnections } from './sqliteDialect.ts'
import { LogNotSyncedError, syncedLog } from './syncedLog.ts'

/**
 * A disk that writes when it is asked to. What it holds is what stood in the files when a write began; after a loss of
 * power nothing else is left.
 */
function slowDisk(file: string) {
  const waiting: ((error?: Error) => void)[] = []
  const kept = `${file}.kept`
  return {
    sync: () =>
      new Promise<void>((resolve, reject) => {
        copyFileSync(`${file}-wal`, `${kept}-wal.part`)
        waiting.push((error) => {
          if (error) return reject(error)
          copyFileSync(file, kept)
          copyFileSync(`${kept}-wal.part`, `${kept}-wal`)
          resolve()
        })
      }),
    begun: () => waiting.length,
    /** Ends the write that has begun. */
    write: async (error?: Error) => {
      waiting.shift()?.(error)
      await turns()
    },
    /** The rows after a loss of power. */
    rowsKept: () => {
      if (!existsSync(kept)) return []
      for (const end of ['', '-wal']) copyFileSync(`${kept}${end}`, `${file}.after${end}`)
      const database = new DatabaseSync(`${file}.after`)
      try {
        return database
          .prepare('select name from domain order by name')
          .all()
          .map(({ name }) => name)
      } finally {
        database.close()
      }
    },
  }
}

/** Long enough for everything that waits for nothing but its turn. */
const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe('a store whose log is brought to disk beside the work', () => {
  let folder: string
  let file: string
  let disk: ReturnType<typeof slowDisk>
  let db: Kysely<Schema>
  const acknowledged: string[] = []
  const add = (name: string) =>
    db
      .transaction()
      .execute((trx) => sql`insert into domain values (${name})`.execute(trx))
      .then(() => acknowledged.push(name))

  beforeEach(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'yanshu-log-'))
    file = path.join(folder, 'store.db')
    const made = new DatabaseSync(file)
    made.exec('pragma journal_mode=wal; create table domain (name text)')
    made.close()
    acknowledged.length = 0
    disk = slowDisk(file)
    db = new Kysely<Schema>({ dialect: sqliteConnections(file, () => {}, { sync: disk.sync }).dialect })
  })
  afterEach(async () => {
    const closed = db.destroy()
    for (let turn = 0; turn < 5; turn++) await disk.write()
    await closed
    rmSync(folder, { recursive: true, force: true })
  })

  test('given three transactions while the disk writes, then the next write takes all, and nobody is told before', async () => {
    const first = add('a')
    await turns()
    const others = Promise.all([add('b'), add('c'), sql`insert into domain values ('d')`.execute(db)])
    await turns()
    // All have committed, and others read it; nothing is acknowledged.
    expect((await sql<{ name: string }>`select name from domain`.execute(db)).rows).toHaveLength(4)
    expect([acknowledged, disk.begun(), disk.rowsKept()]).toEqual([[], 1, []])
    await disk.write()
    await first
    expect([acknowledged, disk.begun(), disk.rowsKept()]).toEqual([['a'], 1, ['a']])
    await disk.write()
    await others
    expect([acknowledged.toSorted(), disk.begun()]).toEqual([['a', 'b', 'c'], 0])
    expect(disk.rowsKept()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('given an error of the disk, then nobody is told of success again, and the transaction that goes on is not undone', async () => {
    const failed = expect(add('a')).rejects.toThrow(LogNotSyncedError)
    await turns()
    const going = db.transaction().execute(async (trx) => {
      await sql`insert into domain values ('b')`.execute(trx)
      await disk.write(new Error('EIO'))
      await failed
      await sql`insert into domain values ('c')`.execute(trx)
    })
    await expect(going).rejects.toThrow(LogNotSyncedError)
    await expect(add('d')).rejects.toThrow(LogNotSyncedError)
    expect([acknowledged, disk.begun()]).toEqual([[], 0])
    expect((await sql`select name from domain`.execute(db)).rows).toHaveLength(4)
  })
})

test('given as many writes as a checkpoint waits for, then a thread takes the log into the file, and writing goes on', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'yanshu-log-'))
  const file = path.join(folder, 'store.db')
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode=wal; pragma wal_autocheckpoint=0; pragma synchronous=normal')
  database.exec('create table filler (bytes blob)')
  const log = syncedLog(file, { checkpointAfter: 3 })
  try {
    for (let write = 0; write < 3; write++) {
      database.exec('insert into filler values (zeroblob(20000))')
      await log.synced(1)
    }
    await expect.poll(() => rowsWithoutLog(file, path.join(folder, 'copy.db')), { timeout: 10_000 }).toBe(3)
    database.exec('insert into filler values (zeroblob(20000))')
    await log.synced(1)
    expect(database.prepare('select count(*) as rows from filler').get()?.rows).toBe(4)
  } finally {
    await log.close()
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** The rows that the file alone holds; null while it has not even the table. */
function rowsWithoutLog(file: string, copy: string): unknown {
  copyFileSync(file, copy)
  const alone = new DatabaseSync(copy)
  try {
    return alone.prepare('select count(*) as rows from filler').get()?.rows
  } catch {
    return null
  } finally {
    alone.close()
  }
}
