import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** Makes the jobs of a kind due at a moment that does not come, in a database that no server has open. */
export async function holdJobs(db: Kysely<Schema>, kind: string, never: number): Promise<void> {
  await db.updateTable('job').set({ run_at: never, claim: null }).where('kind', '=', kind).execute()
}

/** Ends {@link holdJobs}. */
export async function releaseJobs(db: Kysely<Schema>, kind: string, never: number, now: number): Promise<void> {
  await db
    .updateTable('job')
    .set({ run_at: now })
    .where('kind', '=', kind)
    .where('failed_at', 'is', null)
    .where('run_at', '>=', never)
    .execute()
}
