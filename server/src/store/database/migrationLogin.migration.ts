import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether a migration logs in by a password or by an access token of OAuth 2.0. */
export const migrationLoginMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('migration')
      .addColumn('login', 'text', (c) => c.notNull().defaultTo('password'))
      .execute()
  },
}
