import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When the person of a session proved last that it is they, and who made an authorization code. */
export const rightsMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema.alterTable('session').addColumn('proved_at', 'bigint').execute()
    // A code ends with its maker. Who made the earlier ones is not known: they count as the owner's.
    await db.schema
      .alterTable('client_code')
      .addColumn('made_by', 'bigint', (c) => c.references('account.id').onDelete('cascade'))
      .execute()
    await db.schema.createIndex('client_code_made_by').on('client_code').column('made_by').execute()
  },
}
