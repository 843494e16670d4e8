import { randomBytes } from 'node:crypto'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { isDiskFull } from '../../platform/errors/diskFull.ts'
import type { Database } from './open.ts'

/** Room that is kept inside the store's file: pages for logins, marks and deletions. */
const ROWS = 64
const ROW_BYTES = 16 * 1_024
/** Room that is kept beside it: what is written first goes to SQLite's log, which has to grow for that. */
const BALLAST_BYTES = 4 * 1_024 * 1_024

/** Frees the room inside the store's file. Takes no room itself. */
export const RELEASE_STATEMENT = 'delete from reserve'

/**
 * Room that is let go when the disk is full, so that people can still log in, read and delete, and that is taken again as
 * soon as there is some. While it is let go, nothing that makes the store grow is begun.
 */
export interface Reserve {
  /** Whether the room is kept; when it was let go, whether it could be taken again just now. */
  isKept(): Promise<boolean>
  release(): Promise<void>
}

export interface SqliteReserve extends Reserve {
  /** To be called when the rows were deleted by whoever holds the connection. */
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
