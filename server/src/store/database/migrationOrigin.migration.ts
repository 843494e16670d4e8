import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Migrations that an administrator has begun for others, whose folders are listed by the job. */
export const migrationOriginMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const migrations = () => db.schema.alterTable('migration')
    await migrations()
      .addColumn('origin', 'text', (c) => c.notNull().defaultTo('person'))
      .execute()
    await migrations()
      .addColumn('listing', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await db.schema.createIndex('migration_by_origin').on('migration').columns(['origin', 'id']).execute()
  },
}
