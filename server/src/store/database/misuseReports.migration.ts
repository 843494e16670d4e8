import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/**
 * Mails that people report to the administrators (`misuse_report`). A row keeps the message by `message_hold`, which a trigger
 * ends with the row, as with the other owners of holds.
 */
export const misuseReportsMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const table =
      engine === 'postgres'
        ? db.schema
            .createTable('misuse_report')
            .addColumn('id', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity())
        : db.schema.createTable('misuse_report').addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    await table
      .addColumn('account_id', 'bigint', (c) => c.references('account.id').onDelete('set null'))
      .addColumn('reporter_id', 'bigint', (c) => c.references('account.id').onDelete('set null'))
      .addColumn('message_id', 'bigint', (c) => c.notNull().references('message.id').onDelete('cascade'))
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('received_at', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('open', 'integer', (c) => c.notNull())
      .addColumn('at', 'bigint')
      .addColumn('closed_by', 'bigint', (c) => c.references('account.id').onDelete('set null'))
      .addColumn('note', 'text', (c) => c.notNull())
      .addColumn('answer', 'text', (c) => c.notNull())
      .addUniqueConstraint('misuse_report_once', ['reporter_id', 'message_id'])
      .execute()
    const index = (name: string) => db.schema.createIndex(name).on('misuse_report')
    await index('misuse_report_by_state').columns(['open', 'id']).execute()
    await index('misuse_report_by_age').column('at').execute()
    await index('misuse_report_by_reporter').columns(['reporter_id', 'created_at']).execute()
    await index('misuse_report_by_account').column('account_id').execute()
    await index('misuse_report_by_message').column('message_id').execute()
    await index('misuse_report_by_closer').column('closed_by').execute()
    const end = "delete from message_hold where owner = 'misuse_report' and owner_id = cast(old.id as text)"
    const name = 'message_hold_of_misuse_report'
    if (engine === 'sqlite') {
      await sql.raw(`create trigger ${name} after delete on misuse_report begin ${end}; end`).execute(db)
      return
    }
    await sql
      .raw(`create function ${name}() returns trigger language plpgsql as $body$ begin ${end}; return null; end $body$`)
      .execute(db)
    await sql
      .raw(`create trigger ${name} after delete on misuse_report for each row execute function ${name}()`)
      .execute(db)
  },
})
