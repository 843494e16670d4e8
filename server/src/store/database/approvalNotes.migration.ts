import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Notes to browsers about a record of approval. */
export const approvalNotesMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema.alterTable('push_note').addColumn('approval_id', 'bigint').execute()
  },
}
