import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** The row of `housekeeping` that is there while a server lets no outgoing mail leave because the store is too slow. */
const PAUSE = 'pause of the queue'

/** Notes that outgoing mail pauses, for operators on other machines. The store may be too slow for that, too. */
export async function notePause(db: Kysely<Schema>, since: number): Promise<void> {
  await db
    .insertInto('housekeeping')
    .values({ name: PAUSE, done_at: since })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** Ends {@link notePause}, also that of a server that was killed. */
export async function endPause(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('housekeeping').where('name', '=', PAUSE).execute()
}

/** Since when outgoing mail pauses, null while it does not. */
export async function pausedSince(db: Kysely<Schema>): Promise<number | null> {
  const row = await db.selectFrom('housekeeping').select('done_at').where('name', '=', PAUSE).executeTakeFirst()
  return row?.done_at ?? null
}
