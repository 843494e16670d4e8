import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Who wants to be reminded of mail that waits for an answer, after how many days, and since when. */
export const unansweredRemindersMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('unanswered_reminder')
      .addColumn('account_id', 'bigint', (c) => c.primaryKey().references('account.id').onDelete('cascade'))
      .addColumn('days', 'integer', (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .execute()
  },
}
