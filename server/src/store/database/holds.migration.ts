import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
type Store = Kysely<any>

/**
 * Who keeps a message (`message_hold`) or content (`blob_hold`), for owners that have no column of their own which the
 * sweep reads. A hold ends with the row of its owner, by a trigger, and what it kept is then noted as garbage.
 */
export const holdsMigration = (engine: Engine): Migration => ({
  async up(db: Store) {
    await db.schema
      .createTable('message_hold')
      .addColumn('message_id', 'bigint', (c) => c.notNull().references('message.id'))
      .addColumn('owner', 'text', (c) => c.notNull())
      .addColumn('owner_id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('message_hold_key', ['owner', 'owner_id', 'message_id'])
      .execute()
    await db.schema.createIndex('message_hold_of').on('message_hold').column('message_id').execute()
    await db.schema
      .createTable('blob_hold')
      .addColumn('hash', 'text', (c) => c.notNull())
      .addColumn('owner', 'text', (c) => c.notNull())
      .addColumn('owner_id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('blob_hold_key', ['owner', 'owner_id', 'hash'])
      .execute()
    await db.schema.createIndex('blob_hold_of').on('blob_hold').column('hash').execute()
    // What can no longer be undone is removed by its age, for all accounts at once.
    await db.schema.createIndex('event_undo_by_age').on('event_undo').column('at').execute()
    await addTriggers(db, engine)
    await holdSoFar(db, engine)
  },
})

/** Tables whose rows end the holds of either kind that name them by `owner` and `owner_id`. */
const OWNERS = { message: ['invitation_arrival'], blob: ['event_undo', 'invitation_arrival'] } as const

async function addTriggers(db: Store, engine: Engine): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  const now =
    engine === 'sqlite'
      ? "cast((julianday('now') - 2440587.5) * 86400000 as integer)"
      : '(extract(epoch from clock_timestamp()) * 1000)::bigint'
  const trigger = async (name: string, when: string, table: string, statement: string) => {
    if (engine === 'sqlite') {
      await run(`create trigger ${name} after ${when} on ${table} begin ${statement}; end`)
      return
    }
    await run(`create function ${name}() returns trigger language plpgsql as $body$ begin
        ${statement}; return null;
      end $body$`)
    await run(`create trigger ${name} after ${when} on ${table} for each row execute function ${name}()`)
  }
  await trigger(
    'garbage_of_message_hold',
    'delete',
    'message_hold',
    `insert into garbage_message (message_id, since) values (old.message_id, ${now})`,
  )
  await trigger(
    'garbage_of_blob_hold',
    'delete',
    'blob_hold',
    `insert into garbage_blob (hash, since) values (old.hash, ${now})`,
  )
  for (const kind of ['message', 'blob'] as const) {
    for (const owner of OWNERS[kind]) {
      await trigger(
        `${kind}_hold_of_${owner}`,
        'delete',
        owner,
        `delete from ${kind}_hold where owner = '${owner}' and owner_id = cast(old.id as text)`,
      )
    }
  }
}

/** Holds of the rows that are there. */
async function holdSoFar(db: Store, engine: Engine): Promise<void> {
  await sql`insert into message_hold (message_id, owner, owner_id)
    select mail.message_id, 'invitation_arrival', cast(invitation_arrival.id as text)
    from invitation_arrival join mail on mail.id = invitation_arrival.mail_id`.execute(db)
  await sql`insert into blob_hold (hash, owner, owner_id)
    select blob_hash, 'invitation_arrival', cast(id as text) from invitation_arrival`.execute(db)
  const [events, files, hash] =
    engine === 'sqlite'
      ? [
          sql`json_each(event_undo.before) as event`,
          sql`json_each(coalesce(json_extract(event.value, '$.files'), '[]')) as file`,
          sql`json_extract(file.value, '$.hash')`,
        ]
      : [
          sql`json_array_elements(event_undo.before::json) as event(value)`,
          sql`json_array_elements(coalesce(event.value->>'files', '[]')::json) as file(value)`,
          sql`file.value->>'hash'`,
        ]
  await sql`insert into blob_hold (hash, owner, owner_id)
    select distinct ${hash}, 'event_undo', event_undo.id from event_undo cross join ${events} cross join ${files}
    where ${hash} <> ''`.execute(db)
}
