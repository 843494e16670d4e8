import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How many bytes one command of a migration asks for: less where the connections to that server break. */
export const migrationCommandsMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('migration')
      .addColumn('command_bytes', 'integer', (c) => c.notNull().defaultTo(8_388_608))
      .execute()
  },
}
