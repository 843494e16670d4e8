import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether an authorization code lets programs in: its owner may switch it off for a while. */
export const codeStateMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('client_code')
      .addColumn('enabled', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
  },
}
