import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When the code of a link to files was last sent by SMS. The number that it was sent to is not kept. */
export const sentCodesMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema.alterTable('document_share').addColumn('code_sent_at', 'bigint').execute()
  },
}
