import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The formatting of what an event says of itself, beside its plain text. */
export const eventHtmlMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('event')
      .addColumn('description_html', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  },
}
