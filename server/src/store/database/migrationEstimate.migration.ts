import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Dry runs of migrations: whether one only counts, and what it has counted in each folder. */
export const migrationEstimateMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('migration')
      .addColumn('dry', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('migration_folder').addColumn('estimate', 'text').execute()
  },
}
