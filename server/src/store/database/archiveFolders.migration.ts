import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Which folders with a password an archive is without, as JSON. What the earlier ones are without is not known: they are
 * given to sessions alone that have every folder open.
 */
export const archiveFoldersMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('archive_job')
      .addColumn('left_out', 'text', (c) => c.notNull().defaultTo('[]'))
      .execute()
  },
}
