import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** Whether an account may inspect the system and change it. */
export async function isAdministrator(db: Kysely<Schema>, accountId: number): Promise<boolean> {
  const row = await db.selectFrom('account').select('is_admin').where('id', '=', accountId).executeTakeFirst()
  return row?.is_admin === 1
}
