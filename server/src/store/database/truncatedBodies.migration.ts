import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether only the beginning of a body is kept; the raw message has the rest. */
export const truncatedBodiesMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('message_body')
      .addColumn('truncated', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
