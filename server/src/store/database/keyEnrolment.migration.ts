import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What came of asking an enrolment service for the certificates of keys. */
export const keyEnrolmentMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('mail_key')
      .addColumn('enrolment', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  },
}
