import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
type Store = Kysely<any>

/**
 * What changed in a calendar and when, for programs that ask for what is new since (RFC 6578). The store itself notes it,
 * so that no way of changing an event can forget it; on PostgreSQL the row of the calendar is held until the commit, so
 * that numbers become visible in their order.
 */
export const calendarSyncMigration = (engine: Engine): Migration => ({
  async up(db: Store) {
    await db.schema
      .createTable('calendar_sync')
      .addColumn('calendar_id', 'bigint', (c) => c.primaryKey().references('calendar.id').onDelete('cascade'))
      .addColumn('seq', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('dav_name', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await db.schema
      .createTable('calendar_object')
      .addColumn('calendar_id', 'bigint', (c) => c.notNull().references('calendar.id').onDelete('cascade'))
      .addColumn('uid', 'text', (c) => c.notNull())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('dav_name', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('extra', 'text', (c) => c.notNull().defaultTo(''))
      .addPrimaryKeyConstraint('calendar_object_key', ['calendar_id', 'uid'])
      .execute()
    await db.schema.createIndex('calendar_object_seq').on('calendar_object').columns(['calendar_id', 'seq']).execute()
    await db.schema
      .createIndex('calendar_object_name')
      .on('calendar_object')
      .columns(['calendar_id', 'dav_name'])
      .execute()
    await sql`insert into calendar_sync (calendar_id, seq) select id, 1 from calendar`.execute(db)
    await sql`insert into calendar_object (calendar_id, uid, seq) select distinct calendar_id, uid, 1 from event`.execute(
      db,
    )
    await addTriggers(db, engine)
    await sql`alter table message add column invites integer not null default 0`.execute(db)
  },
})

/** The statements that note a change of what `row` (`new` or `old`) belongs to; not while its calendar is being deleted. */
export const note = (row: 'new' | 'old'): string => `
  insert into calendar_sync (calendar_id, seq)
    select ${row}.calendar_id, 1 where exists (select 1 from calendar where id = ${row}.calendar_id)
    on conflict (calendar_id) do update set seq = calendar_sync.seq + 1;
  insert into calendar_object (calendar_id, uid, seq)
    select ${row}.calendar_id, ${row}.uid, calendar_sync.seq from calendar_sync
      where calendar_sync.calendar_id = ${row}.calendar_id
        and exists (select 1 from calendar where id = ${row}.calendar_id)
    on conflict (calendar_id, uid) do update set seq = excluded.seq;`

export const MOVED = 'old.calendar_id <> new.calendar_id or old.uid <> new.uid'

async function addTriggers(db: Store, engine: Engine): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  if (engine === 'sqlite') {
    await run(`create trigger event_noted_insert after insert on event begin ${note('new')} end`)
    await run(`create trigger event_noted_update after update on event begin ${note('new')} end`)
    await run(`create trigger event_noted_move after update on event when ${MOVED} begin ${note('old')} end`)
    await run(`create trigger event_noted_delete after delete on event begin ${note('old')} end`)
    return
  }
  await run(`create function event_noted() returns trigger language plpgsql as $body$ begin
    if tg_op <> 'DELETE' then ${note('new')} end if;
    if tg_op = 'DELETE' then ${note('old')} end if;
    if tg_op = 'UPDATE' and (${MOVED}) then ${note('old')} end if;
    return null;
  end $body$`)
  await run(
    'create trigger event_noted after insert or update or delete on event for each row execute function event_noted()',
  )
}
