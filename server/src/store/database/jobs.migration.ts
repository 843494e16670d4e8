import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** What waits so far: the kind of its job, and which column of its table is the key and which the moment at which it is due. */
const WAITING = [
  { kind: 'delivery.effect', table: 'delivery_effect', key: 'id', at: 'retry_at', only: 'true' },
  { kind: 'calendar.arrivals', table: 'invitation_arrival', key: 'account_id', at: 'retry_at', only: 'true' },
  { kind: 'calendar.invitations', table: 'invitation_due', key: 'account_id', at: 'due_at', only: 'true' },
  { kind: 'calendar.reminder', table: 'reminder', key: 'event_id', at: 'due_at', only: 'true' },
  { kind: 'calendar.task-reminder', table: 'task_reminder', key: 'task_id', at: 'due_at', only: 'fired_at is null' },
  { kind: 'calendar.subscription', table: 'calendar_subscription', key: 'calendar_id', at: 'next_at', only: 'true' },
  {
    kind: 'export.archive',
    table: 'archive_job',
    key: 'id',
    at: 'claimed_until',
    only: "state in ('waiting', 'running')",
  },
]

/** The one table of background work. What waits in tables of its own when the server is upgraded gets its row here. */
export const jobsMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('job')
      .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
        engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
      )
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('run_at', 'bigint', (c) => c.notNull())
      .addColumn('again_at', 'bigint')
      .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('claim', 'text')
      .addColumn('progress', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('failed_at', 'bigint')
      .addUniqueConstraint('job_key', ['kind', 'key'])
      .execute()
    // An import goes on from where it was with what it reads: the file, how, and into which group.
    await sql`alter table contact_import add column source text`.execute(db)
    const now = Date.now()
    for (const { kind, key, at, table, only } of WAITING) {
      await sql`insert into job (kind, key, run_at, created_at)
        select ${sql.lit(kind)}, cast(${sql.ref(key)} as text), min(${sql.ref(at)}), cast(${now} as bigint)
        from ${sql.table(table)} where ${sql.raw(only)} group by ${sql.ref(key)}`.execute(db)
    }
    // What has expired is deleted each hour.
    await db.schema.createIndex('session_by_expiry').on('session').column('refresh_expires_at').execute()
    await db.schema.createIndex('throttle_by_expiry').on('throttle').column('expires_at').execute()
    // What is due of one account.
    await db.schema.dropIndex('invitation_arrival_by_account').execute()
    await db.schema
      .createIndex('invitation_arrival_of_account')
      .on('invitation_arrival')
      .columns(['account_id', 'retry_at', 'id'])
      .execute()
    await db.schema
      .createIndex('invitation_due_of_account')
      .on('invitation_due')
      .columns(['account_id', 'due_at'])
      .execute()
    await sql`create index job_due on job (kind, run_at) where failed_at is null`.execute(db)
    await sql`create index job_claimed on job (kind, claim) where claim is not null`.execute(db)
    await sql`create index job_failed on job (kind, failed_at) where failed_at is not null`.execute(db)
  },
})
