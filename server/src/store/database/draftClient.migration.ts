import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Which draft a client means by an id of its own, so that a save that is sent twice makes one draft. */
export const draftClientMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('draft_client')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('mail_id', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('draft_client_key', ['account_id', 'client_id'])
      .execute()
  },
}
