import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The labels that mails were given on the other server. */
export const migrationSentLabelsMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('migration_sent')
      .addColumn('labels', 'text', (c) => c.notNull().defaultTo('{}'))
      .execute()
  },
}
