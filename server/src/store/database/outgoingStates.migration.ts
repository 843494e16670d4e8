import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** As `NEVER` of the queue. */
const NEVER = sql.lit(8_640_000_000_000_000)

/**
 * Every outgoing mail has a state, an origin and, where it is held, by whom and why. What waits for the managers of a group
 * is such a mail too, and no longer has a table of its own.
 */
export const outgoingStatesMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    // SQLite cannot make a column nullable, so both tables are written anew.
    for (const table of ['outgoing', 'outgoing_recipient']) {
      await sql`create table ${sql.table(`${table}_old`)} as select * from ${sql.table(table)}`.execute(db)
    }
    await db.schema.dropTable('outgoing_recipient').execute()
    await db.schema.dropTable('outgoing').execute()
    await createTables(db)
    await carryOver(db, engine)
    await waitingForGroups(db, engine)
    await createIndexes(db)
    for (const table of ['outgoing_old', 'outgoing_recipient_old', 'mail_group_waiting']) {
      await db.schema.dropTable(table).execute()
    }
  },
})

// biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
async function createTables(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('outgoing')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('account_id', 'bigint')
    .addColumn('mail_id', 'bigint')
    .addColumn('request_id', 'text', (c) => c.notNull())
    .addColumn('message_id', 'bigint', (c) => c.notNull().references('message.id'))
    .addColumn('envelope_from', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('release_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('writing', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('report_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('on_hold', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('held_step', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('held_by', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('held_why', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('passed_steps', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createTable('outgoing_recipient')
    .addColumn('outgoing_id', 'text', (c) => c.notNull().references('outgoing.id').onDelete('cascade'))
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('domain', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'bigint', (c) => c.notNull())
    .addColumn('notified_at', 'bigint')
    .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('status', 'text', (c) => c.notNull().defaultTo(''))
    .addPrimaryKeyConstraint('outgoing_recipient_key', ['outgoing_id', 'address'])
    .execute()
}

/** What stands behind the last @ of the column `address`. */
const domainOf = (engine: Engine) =>
  engine === 'postgres'
    ? sql`lower(substring(address from '[^@]*$'))`
    : sql`lower(replace(address, rtrim(address, replace(address, '@', '')), ''))`

// biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
async function carryOver(db: Kysely<any>, engine: Engine): Promise<void> {
  // What was held waited for its time alone: an operator's hold was a `retry_at` that never comes.
  await sql`insert into outgoing (id, origin, account_id, mail_id, request_id, message_id, envelope_from, state,
      release_at, created_at, writing, attempts, due_at, report_at, on_hold, held_step, held_by)
    select id,
      case when account_id = 0 then 'system' when request_id like 'smtp-%' then 'program' else 'page' end,
      case when account_id <> 0 then account_id end,
      case when mail_id <> 0 then mail_id end,
      request_id, message_id, envelope_from,
      case state when 'cancelled' then 'taken-back' else state end,
      release_at, created_at, writing, attempts,
      case when state <> 'held' then 0
        when retry_at < ${NEVER} and retry_at > release_at then retry_at else release_at end,
      case when state <> 'held' and retry_at < ${NEVER} then retry_at else 0 end,
      case when retry_at >= ${NEVER} then 1 else 0 end,
      case state when 'held' then 'time' else '' end,
      case state when 'held' then 'sender' else '' end
    from outgoing_old`.execute(db)
  await sql`insert into outgoing_recipient (outgoing_id, address, domain, state, attempts, next_attempt_at, notified_at,
      reason, status)
    select outgoing_id, address, ${domainOf(engine)}, state, attempts, next_attempt_at, notified_at, reason, status
    from outgoing_recipient_old`.execute(db)
}

// biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
async function waitingForGroups(db: Kysely<any>, engine: Engine): Promise<void> {
  await sql`insert into outgoing (id, origin, account_id, mail_id, request_id, message_id, envelope_from, state,
      release_at, created_at, due_at, held_step, held_by, held_why)
    select w.id, 'group', account.id,
      (select min(mail.id) from mail where mail.message_id = w.message_id and mail.account_id = account.id),
      '', w.message_id, w.envelope_from, 'held', w.created_at, w.created_at, ${NEVER},
      'mail-groups', 'group:' || w.group_id,
      '等待邮件组 ' || g.address || ' 的管理员审核 / waits for a manager of the mail group ' || g.address
    from mail_group_waiting as w
    inner join mail_group as g on g.id = w.group_id
    left join account on account.id = w.sender_id`.execute(db)
  await sql`insert into outgoing_recipient (outgoing_id, address, domain, state, next_attempt_at)
    select w.id, g.address, ${domainOf(engine)}, 'held', 0
    from mail_group_waiting as w
    inner join mail_group as g on g.id = w.group_id`.execute(db)
}

// biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
async function createIndexes(db: Kysely<any>): Promise<void> {
  await sql`create unique index outgoing_request on outgoing (account_id, request_id) where request_id <> ''`.execute(
    db,
  )
  await sql`create index outgoing_due on outgoing (on_hold, due_at)
    where state in ('accepted', 'checking', 'held')`.execute(db)
  await sql`create index outgoing_released on outgoing (release_at) where state = 'released'`.execute(db)
  await sql`create index outgoing_held_by on outgoing (held_by, created_at) where state = 'held'`.execute(db)
  await db.schema.createIndex('outgoing_of_mail').on('outgoing').column('mail_id').execute()
  await db.schema.createIndex('outgoing_of_message').on('outgoing').column('message_id').execute()
  await db.schema.createIndex('outgoing_of_account').on('outgoing').columns(['account_id', 'created_at']).execute()
  await sql`create index outgoing_recipient_due on outgoing_recipient (next_attempt_at, outgoing_id)
    where state = 'queued'`.execute(db)
  await sql`create index outgoing_recipient_untold on outgoing_recipient (outgoing_id)
    where state = 'failed' and notified_at is null`.execute(db)
}
