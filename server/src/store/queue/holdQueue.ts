import type { Kysely } from 'kysely'
import { openStore } from '../database/open.ts'
import type { Schema } from '../database/schema.ts'
import { holdJobs, releaseJobs } from '../jobs/holdJobs.ts'
import { setOnHold } from './moveMail.ts'
import { NEVER } from './outgoingState.ts'

/** The job of what follows a delivery; its key is the id of the effect. */
export const EFFECT = 'delivery.effect'

/** The row of `housekeeping` that is there while nothing leaves for other systems. */
const RELAY_HOLD = 'hold of the relay'

/** Whether nothing leaves for other systems. Mail among the people here is delivered all the same. */
export async function isRelayOnHold(db: Kysely<Schema>): Promise<boolean> {
  const row = await db.selectFrom('housekeeping').select('name').where('name', '=', RELAY_HOLD).executeTakeFirst()
  return row !== undefined
}

/** Stops everything that would leave for other systems, on any server of this store; what is sent waits. */
export async function holdRelay(db: Kysely<Schema>, now: number): Promise<void> {
  await db
    .insertInto('housekeeping')
    .values({ name: RELAY_HOLD, done_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** Ends {@link holdRelay}. Answers whether there was one. */
export async function releaseRelay(db: Kysely<Schema>): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('housekeeping')
    .where('name', '=', RELAY_HOLD)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/**
 * Puts all outgoing mail on hold that was queued when a backup was made: the original system may have sent it since.
 * Each mail waits until an operator releases or drops it.
 */
async function holdRestored(db: Kysely<Schema>, now: number): Promise<void> {
  await holdRelay(db, now)
  // With those whose reports on failures may have been sent as well.
  await setOnHold(db, 'all', true)
  await db.updateTable('delivery_effect').set({ retry_at: NEVER }).execute()
  await holdJobs(db, EFFECT, NEVER)
}

/** Lets what follows deliveries go on that was on hold since a backup was restored. */
export async function releaseRestoredEffects(db: Kysely<Schema>, now: number): Promise<void> {
  await db.updateTable('delivery_effect').set({ retry_at: 0 }).where('retry_at', '>=', NEVER).execute()
  await releaseJobs(db, EFFECT, NEVER, now)
}

/** {@link holdRestored} in a database that no server has open. */
export async function holdRestoredIn(database: string): Promise<void> {
  const store = await openStore(database)
  try {
    await holdRestored(store.db, Date.now())
  } finally {
    await store.close()
  }
}
