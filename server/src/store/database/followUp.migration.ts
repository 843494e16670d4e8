import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** Follow-ups of mails, and notes to browsers about those that are due. */
export const followUpMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('follow_up')
      .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
        engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
      )
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('mail_id', 'bigint', (c) => c.notNull().unique().references('mail.id').onDelete('cascade'))
      .addColumn('rfc_message_id', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addColumn('workdays', 'integer')
      .addColumn('zone', 'text', (c) => c.notNull())
      .addColumn('unless_answered', 'integer', (c) => c.notNull())
      .addColumn('note', 'text', (c) => c.notNull())
      .addColumn('snoozed_from', 'bigint')
      .addColumn('snoozed_to', 'bigint')
      .addColumn('replied', 'integer', (c) => c.notNull())
      .addColumn('away', 'text')
      .addColumn('answered_by', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('answer_mail_id', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .execute()
    await db.schema.createIndex('follow_up_of').on('follow_up').columns(['account_id', 'state', 'due_at']).execute()
    // Mails of which an answer is awaited: asked with each mail that is delivered.
    await sql`create index follow_up_awaiting on follow_up (account_id, rfc_message_id)
      where unless_answered = 1 and ended_at is null`.execute(db)
    await sql`create index follow_up_due on follow_up (due_at) where state = 'open'`.execute(db)
    await db.schema.alterTable('push_note').addColumn('follow_up_id', 'bigint').execute()
  },
})
