import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Indexes for statements that read more the more is kept. The index of due recipients holds those that wait alone: with all
 * of them in it, SQLite found the recipients of one mail by their state, and read those of every mail.
 */
export const smallerReadsMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema.dropIndex('outgoing_recipient_due').execute()
    await sql`create index outgoing_recipient_due on outgoing_recipient (next_attempt_at, outgoing_id)
      where state = 'queued'`.execute(db)
    // The drafts of an account, which were found among all of its mails.
    await db.schema
      .alterTable('draft')
      .addColumn('account_id', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await sql`update draft set account_id = (select account_id from mail where mail.id = draft.mail_id)`.execute(db)
    await db.schema.createIndex('draft_of_account').on('draft').column('account_id').execute()
    await db.schema
      .createIndex('delivery_verdict_newest')
      .on('delivery_verdict')
      .columns(['account_id', 'id'])
      .execute()
    await sql`create index correspondent_latest on correspondent (account_id, last_used_at) where uses > 0`.execute(db)
    // Pages of contacts are by their number; the deleted ones are removed after a while.
    await db.schema.createIndex('contact_by_number').on('contact').columns(['account_id', 'id']).execute()
    await sql`create index contact_deleted on contact (account_id, deleted_at) where deleted_at is not null`.execute(db)
    await sql`create index contact_birthday on contact (account_id, id)
      where deleted_at is null and birthday <> ''`.execute(db)
    await db.schema.createIndex('push_note_due').on('push_note').columns(['created_at', 'id']).execute()
    await db.schema.createIndex('settings_import_by_age').on('settings_import').column('at').execute()
    // A row that is deleted asks each of these for the rows that name it.
    for (const [table, column] of [
      ['alias', 'account_id'],
      ['calendar_view', 'calendar_id'],
      ['contact_group', 'parent_id'],
      ['invitation_arrival', 'account_id'],
      ['mail_group_person', 'group_id'],
      ['mail_group_person', 'department_id'],
      ['mail_group_waiting', 'message_id'],
    ] as const) {
      await db.schema
        .createIndex(`${table}_by_${column.replace('_id', '')}`)
        .on(table)
        .column(column)
        .execute()
    }
  },
}
