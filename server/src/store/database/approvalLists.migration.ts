import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Lists of records of all states, the newest first, without sorting what an account has. */
export const approvalListsMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createIndex('approval_person_list')
      .on('approval_person')
      .columns(['account_id', 'record_id'])
      .execute()
    await db.schema.createIndex('approval_record_list').on('approval_record').columns(['account_id', 'id']).execute()
  },
}
