import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What is chosen for a draft beside its priority and its receipt, as JSON by name. */
export const draftOptionsMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('draft')
      .addColumn('options', 'text', (c) => c.notNull().defaultTo('{}'))
      .execute()
  },
}
