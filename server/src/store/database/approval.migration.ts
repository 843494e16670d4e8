import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
type Store = Kysely<any>

/**
 * Approval of outgoing mail: its rules, a record of each mail that was held, whom a record has reached, and what was done.
 * A record that loses its mail (taken back, or taken out of the queue) is withdrawn by a trigger, whichever way that went.
 */
export const approvalMigration = (engine: Engine): Migration => ({
  async up(db: Store) {
    const table = (name: string) =>
      engine === 'postgres'
        ? db.schema.createTable(name).addColumn('id', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity())
        : db.schema.createTable(name).addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    await table('approval_rule')
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('enabled', 'integer', (c) => c.notNull())
      .addColumn('sort', 'integer', (c) => c.notNull())
      .addColumn('starts_at', 'bigint')
      .addColumn('ends_at', 'bigint')
      .addColumn('owner_id', 'bigint', (c) => c.references('account.id').onDelete('set null'))
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await table('approval_record')
      .addColumn('outgoing_id', 'text', (c) => c.notNull().unique())
      .addColumn('account_id', 'bigint', (c) => c.references('account.id').onDelete('set null'))
      .addColumn('applicant', 'text', (c) => c.notNull())
      .addColumn('rule_id', 'bigint', (c) => c.references('approval_rule.id').onDelete('set null'))
      .addColumn('rule_name', 'text', (c) => c.notNull())
      .addColumn('comment_required', 'integer', (c) => c.notNull())
      .addColumn('message_id', 'bigint', (c) => c.notNull())
      .addColumn('raw_hash', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('recipients', 'text', (c) => c.notNull())
      .addColumn('recipient_count', 'integer', (c) => c.notNull())
      .addColumn('outside_count', 'integer', (c) => c.notNull())
      .addColumn('has_attachment', 'integer', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('why', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('level', 'integer', (c) => c.notNull())
      .addColumn('levels', 'text', (c) => c.notNull())
      .addColumn('writing', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('due_at', 'bigint')
      .addColumn('decided_at', 'bigint')
      .addColumn('reminded_at', 'bigint')
      .execute()
    await db.schema
      .createIndex('approval_record_of')
      .on('approval_record')
      .columns(['account_id', 'state', 'id'])
      .execute()
    await db.schema.createIndex('approval_record_by_rule').on('approval_record').columns(['rule_id', 'state']).execute()
    await sql`create index approval_record_open on approval_record (due_at) where state = 'pending'`.execute(db)
    await db.schema
      .createTable('approval_person')
      .addColumn('record_id', 'bigint', (c) => c.notNull().references('approval_record.id').onDelete('cascade'))
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('waiting', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('approval_person_key', ['record_id', 'account_id'])
      .execute()
    await db.schema
      .createIndex('approval_person_of')
      .on('approval_person')
      .columns(['account_id', 'state', 'record_id'])
      .execute()
    await sql`create index approval_person_waiting on approval_person (account_id, record_id) where waiting = 1`.execute(
      db,
    )
    await table('approval_event')
      .addColumn('record_id', 'bigint', (c) => c.notNull().references('approval_record.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('by_id', 'bigint', (c) => c.references('account.id').onDelete('set null'))
      .addColumn('by_name', 'text', (c) => c.notNull())
      .addColumn('comment', 'text', (c) => c.notNull())
      .addColumn('raw_hash', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('approval_event_of').on('approval_event').columns(['record_id', 'id']).execute()
    // The sender's copy of a mail that is held is filed when it leaves: JSON of its blind copies; null where it is there.
    await db.schema.alterTable('outgoing').addColumn('awaited_copy', 'text').execute()
    await db.schema.createIndex('approval_event_by').on('approval_event').column('by_id').execute()
    await db.schema.createIndex('approval_rule_by_owner').on('approval_rule').column('owner_id').execute()
    // Whose rule or setting has passed a mail on.
    await sql`create index delivery_verdict_forwarded on delivery_verdict (key, at) where outcome = 'forwarded'`.execute(
      db,
    )
    // What people have sent lately, to try a rule on it.
    await sql`create index outgoing_sent_lately on outgoing (created_at)
      where account_id is not null and origin in ('page', 'program')`.execute(db)
    await addTriggers(db, engine)
  },
})

async function addTriggers(db: Store, engine: Engine): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  const now =
    engine === 'sqlite'
      ? "cast((julianday('now') - 2440587.5) * 86400000 as integer)"
      : '(extract(epoch from clock_timestamp()) * 1000)::bigint'
  const trigger = async (name: string, on: string, when: string, statements: readonly string[]) => {
    const body = statements.join('; ')
    if (engine === 'sqlite') {
      await run(`create trigger ${name} after ${on} for each row ${when} begin ${body}; end`)
      return
    }
    await run(
      `create function ${name}() returns trigger language plpgsql as $body$ begin ${body}; return null; end $body$`,
    )
    await run(`create trigger ${name} after ${on} for each row ${when} execute function ${name}()`)
  }
  const lost = (id: string, states: string) => [
    `insert into approval_event (record_id, at, kind, by_id, by_name, comment, raw_hash)
      select id, ${now}, 'withdrawn', account_id, applicant, '', raw_hash from approval_record
      where outgoing_id = ${id} and state in (${states})`,
    `update approval_person set state = 'withdrawn', waiting = 0
      where record_id in (select id from approval_record where outgoing_id = ${id} and state in (${states}))`,
    `update approval_record set state = 'withdrawn', due_at = null, decided_at = ${now}
      where outgoing_id = ${id} and state in (${states})`,
  ]
  const toState = (state: string) => `when (new.state = '${state}' and old.state <> '${state}')`
  // Also after it has passed, as long as it has not left.
  await trigger(
    'approval_taken_back',
    'update of state on outgoing',
    toState('taken-back'),
    lost('new.id', "'pending', 'passed'"),
  )
  await trigger('approval_refused', 'update of state on outgoing', toState('refused'), lost('new.id', "'pending'"))
  await trigger('approval_dropped', 'delete on outgoing', '', lost('old.id', "'pending'"))
  await trigger('message_hold_of_approval_record', 'delete on approval_record', '', [
    "delete from message_hold where owner = 'approval_record' and owner_id = cast(old.id as text)",
  ])
}
