import { randomBytes } from 'node:crypto'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { isDiskFull } from '../../platform/errors/diskFull.ts'
import type { Database } from './open.ts'

/** Space that is reserved inside the store's file: pages for logins, marks and deletions. */
const ROWS = 64
const ROW_BYTES = 16 * 1_024
/** Space that is reserved beside it: what is written first goes to SQLite's log, which has to grow for that. */
const BALLAST_BYTES = 4 * 1_024 * 1_024

/** Frees the space inside the store's file. Needs no space itself. */
export const RELEASE_STATEMENT = 'delete from reserve'

/**
 * Space that is freed when the disk is full, so that people can still log in, read and delete, and that is reserved
 * again as soon as possible. While it is freed, nothing that makes the store grow is begun.
 */
export interface Reserve {
  /** Whether the space is reserved; if it was freed, whether it could be reserved again just now. */
  isKept(): Promise<boolean>
  release(): Promise<void>
}

export interface SqliteReserve extends Reserve {
  /** To be called when the rows were deleted by the holder of the connection. */
  released(): void
}

/** @param file the store's file, beside which the ballast lies */
export function sqliteReserve(db: Database, file: string): SqliteReserve {
  const ballast = `${file}-reserve`
  let kept = false

  const fill = async (): Promise<boolean> => {
    try {
      await db.transaction().execute((trx) =>
        sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${ROWS})
          insert into reserve (id, filler) select i, zeroblob(${ROW_BYTES}) from n
          where i not in (select id from reserve)`.execute(trx),
      )
      if (sizeOf(ballast) !== BALLAST_BYTES) writeFileSync(ballast, randomBytes(BALLAST_BYTES))
      return true
    } catch (error) {
      if (!isDiskFull(error)) throw error
      rmSync(ballast, { force: true })
      return false
    }
  }

  const released = () => {
    kept = false
    rmSync(ballast, { force: true })
  }

  return {
    async isKept() {
      if (!kept) kept = await fill()
      return kept
    },
    async release() {
      released()
      await sql.raw(RELEASE_STATEMENT).execute(db)
    },
    released,
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
