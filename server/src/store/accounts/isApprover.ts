import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'

/**
 * Whether mail of others has reached an account for approval.
 * @param switchedOn whether the account has approval switched on; else only what still waits counts
 */
export async function isApprover(db: Kysely<Schema>, accountId: number, switchedOn: boolean): Promise<boolean> {
  let query = db.selectFrom('approval_person').select('record_id').where('account_id', '=', accountId)
  // As it stands in the index.
  if (!switchedOn) query = query.where(sql<boolean>`waiting = 1`)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}
