import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/**
 * What a calendar needs between people: what invitations are due and what their people were told last, reminders with the
 * notices they left, subscriptions, published calendars, and rooms.
 */
export const schedulingMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await sql`alter table event add column stamp bigint not null default 0`.execute(db)
    await sql`alter table event add column moved_sequence integer not null default 0`.execute(db)
    await db.schema
      .createTable('invitation_due')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('uid', 'text', (c) => c.notNull())
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addColumn('changes', 'integer', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('known_rows', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('invitation_due_key', ['account_id', 'uid'])
      .execute()
    await db.schema.createIndex('invitation_due_at').on('invitation_due').column('due_at').execute()
    await db.schema
      .createTable('invitation_arrival')
      .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
        engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
      )
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('mail_id', 'bigint')
      .addColumn('blob_hash', 'text', (c) => c.notNull())
      .addColumn('sender', 'text', (c) => c.notNull())
      .addColumn('own', 'integer', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('retry_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('invitation_arrival_due').on('invitation_arrival').columns(['retry_at', 'id']).execute()
    await db.schema
      .createTable('reminder')
      .addColumn('event_id', 'bigint', (c) => c.notNull().references('event.id').onDelete('cascade'))
      .addColumn('minutes', 'integer', (c) => c.notNull())
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('start_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('reminder_key', ['event_id', 'minutes'])
      .execute()
    await db.schema.createIndex('reminder_due').on('reminder').column('due_at').execute()
    await db.schema
      .createTable('reminder_notice')
      .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
        engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
      )
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('event_id', 'bigint', (c) => c.notNull().references('event.id').onDelete('cascade'))
      .addColumn('minutes', 'integer', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('start_at', 'bigint', (c) => c.notNull())
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addColumn('fired_at', 'bigint', (c) => c.notNull())
      .addColumn('closed_at', 'bigint')
      .addUniqueConstraint('reminder_notice_once', ['event_id', 'minutes', 'at', 'start_at'])
      .execute()
    await db.schema
      .createIndex('reminder_notice_open')
      .on('reminder_notice')
      .columns(['account_id', 'closed_at', 'fired_at'])
      .execute()
    await db.schema
      .createTable('calendar_subscription')
      .addColumn('calendar_id', 'bigint', (c) => c.primaryKey().references('calendar.id').onDelete('cascade'))
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('content_hash', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('next_at', 'bigint', (c) => c.notNull())
      .addColumn('fetched_at', 'bigint')
      .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('failure', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await db.schema.createIndex('calendar_subscription_due').on('calendar_subscription').column('next_at').execute()
    await db.schema
      .createTable('calendar_publication')
      .addColumn('calendar_id', 'bigint', (c) => c.primaryKey().references('calendar.id').onDelete('cascade'))
      .addColumn('secret', 'text', (c) => c.notNull().unique())
      .addColumn('level', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('room')
      .addColumn('account_id', 'bigint', (c) => c.primaryKey().references('account.id').onDelete('cascade'))
      .addColumn('capacity', 'integer', (c) => c.notNull())
      .addColumn('place', 'text', (c) => c.notNull())
      .execute()
  },
})
