import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { MOVED, note } from './calendarSync.migration.ts'
import type { Engine } from './engine.ts'

/** Tasks of calendars, their reminders, and what takes a change back. Their changes are counted like those of events. */
export const tasksMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('task')
      .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
        engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
      )
      .addColumn('calendar_id', 'bigint', (c) => c.notNull().references('calendar.id').onDelete('cascade'))
      .addColumn('uid', 'text', (c) => c.notNull())
      .addColumn('sequence', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('priority', 'integer', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('percent', 'integer', (c) => c.notNull())
      .addColumn('closed_at', 'bigint')
      .addColumn('all_day', 'integer', (c) => c.notNull())
      .addColumn('start_at', 'bigint')
      .addColumn('due_at', 'bigint')
      .addColumn('zone', 'text', (c) => c.notNull())
      .addColumn('private', 'integer', (c) => c.notNull())
      .addColumn('categories', 'text', (c) => c.notNull())
      .addColumn('reminders', 'text', (c) => c.notNull())
      .addColumn('repeat', 'text')
      .addColumn('exdates', 'text', (c) => c.notNull().defaultTo('[]'))
      .addColumn('rdates', 'text', (c) => c.notNull().defaultTo('[]'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_by', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('task_uid', ['calendar_id', 'uid'])
      .execute()
    // Open ones, and those that were closed lately.
    await db.schema.createIndex('task_closed').on('task').columns(['calendar_id', 'closed_at']).execute()
    await db.schema
      .createTable('task_reminder')
      .addColumn('task_id', 'bigint', (c) => c.notNull().references('task.id').onDelete('cascade'))
      .addColumn('minutes', 'integer', (c) => c.notNull())
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addColumn('fired_at', 'bigint')
      .addColumn('closed_at', 'bigint')
      .addPrimaryKeyConstraint('task_reminder_key', ['task_id', 'minutes'])
      .execute()
    await db.schema.createIndex('task_reminder_due').on('task_reminder').columns(['fired_at', 'due_at']).execute()
    await db.schema
      .createTable('task_undo')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('before', 'text', (c) => c.notNull())
      .addColumn('after', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('task_undo_age').on('task_undo').columns(['account_id', 'at']).execute()
    if (engine === 'postgres') {
      await sql`create trigger task_noted after insert or update or delete on task
        for each row execute function event_noted()`.execute(db)
      return
    }
    const run = (text: string) => sql.raw(text).execute(db)
    await run(`create trigger task_noted_insert after insert on task begin ${note('new')} end`)
    await run(`create trigger task_noted_update after update on task begin ${note('new')} end`)
    await run(`create trigger task_noted_move after update on task when ${MOVED} begin ${note('old')} end`)
    await run(`create trigger task_noted_delete after delete on task begin ${note('old')} end`)
  },
})
