import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Folders of the organisation, of departments and groups: an account of no person holds them. */
export const documentTeamsMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('document_team')
      .addColumn('document_id', 'bigint', (c) => c.primaryKey().references('document.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
  },
}
