import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** Calendars, who may see them, events with their exceptions, and what takes a change back. */
export const calendarMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const table = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (column) =>
          engine === 'postgres'
            ? column.primaryKey().generatedByDefaultAsIdentity()
            : column.primaryKey().autoIncrement(),
        )
    await table('calendar')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('color', 'integer', (c) => c.notNull())
      .addColumn('sort', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('calendar_name', ['account_id', 'name'])
      .execute()
    await db.schema
      .createTable('calendar_share')
      .addColumn('calendar_id', 'bigint', (c) => c.notNull().references('calendar.id').onDelete('cascade'))
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('subject_id', 'bigint', (c) => c.notNull())
      .addColumn('level', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('calendar_share_key', ['calendar_id', 'subject', 'subject_id'])
      .execute()
    await db.schema.createIndex('calendar_share_of').on('calendar_share').columns(['subject', 'subject_id']).execute()
    await db.schema
      .createTable('calendar_view')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('calendar_id', 'bigint', (c) => c.notNull().references('calendar.id').onDelete('cascade'))
      .addColumn('shown', 'integer', (c) => c.notNull())
      .addColumn('color', 'integer')
      .addPrimaryKeyConstraint('calendar_view_key', ['account_id', 'calendar_id'])
      .execute()
    await db.schema
      .createTable('calendar_setting')
      .addColumn('account_id', 'bigint', (c) => c.primaryKey().references('account.id').onDelete('cascade'))
      .addColumn('value', 'text', (c) => c.notNull())
      .execute()
    await table('event')
      .addColumn('calendar_id', 'bigint', (c) => c.notNull().references('calendar.id').onDelete('cascade'))
      .addColumn('series_id', 'bigint', (c) => c.references('event.id').onDelete('cascade'))
      .addColumn('recurrence_at', 'bigint')
      .addColumn('uid', 'text', (c) => c.notNull())
      .addColumn('sequence', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('place', 'text', (c) => c.notNull())
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('link', 'text', (c) => c.notNull())
      .addColumn('all_day', 'integer', (c) => c.notNull())
      .addColumn('start_at', 'bigint', (c) => c.notNull())
      .addColumn('end_at', 'bigint', (c) => c.notNull())
      .addColumn('zone', 'text', (c) => c.notNull())
      .addColumn('availability', 'text', (c) => c.notNull())
      .addColumn('cancelled', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('private', 'integer', (c) => c.notNull())
      .addColumn('color', 'integer')
      .addColumn('categories', 'text', (c) => c.notNull())
      .addColumn('reminders', 'text', (c) => c.notNull())
      .addColumn('attendees', 'text', (c) => c.notNull())
      .addColumn('organizer', 'text')
      .addColumn('repeat', 'text')
      .addColumn('exdates', 'text', (c) => c.notNull().defaultTo('[]'))
      .addColumn('rdates', 'text', (c) => c.notNull().defaultTo('[]'))
      .addColumn('first_at', 'bigint', (c) => c.notNull())
      .addColumn('last_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_by', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('event_instance', ['series_id', 'recurrence_at'])
      .execute()
    // What ends after the beginning of a window, and of that what begins before its end.
    await db.schema.createIndex('event_window').on('event').columns(['calendar_id', 'last_at', 'first_at']).execute()
    await db.schema.createIndex('event_uid').on('event').columns(['calendar_id', 'uid']).execute()
    await db.schema
      .createTable('event_undo')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('before', 'text', (c) => c.notNull())
      .addColumn('after', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('event_undo_age').on('event_undo').columns(['account_id', 'at']).execute()
  },
})
