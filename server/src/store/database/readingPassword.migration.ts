import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether a message is closed by a reading password of its sender (§3, mail authorization). */
export const readingPasswordMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('message')
      .addColumn('with_password', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
