import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
type Store = Kysely<any>

/**
 * Files of events. They stand in the row of the event as a list, so that whatever copies a row (an exception, a series
 * that is split, "undo") takes them along; `event_file` is the same by content, kept by the store itself, for finding who
 * may read a file and which content is still needed.
 */
export const eventFilesMigration = (engine: Engine): Migration => ({
  async up(db: Store) {
    await db.schema
      .alterTable('event')
      .addColumn('files', 'text', (c) => c.notNull().defaultTo('[]'))
      .execute()
    await db.schema
      .createTable('event_file')
      .addColumn('event_id', 'bigint', (c) => c.notNull().references('event.id').onDelete('cascade'))
      .addColumn('calendar_id', 'bigint', (c) => c.notNull())
      .addColumn('file_id', 'text', (c) => c.notNull())
      .addColumn('blob_hash', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('event_file_key', ['event_id', 'file_id'])
      .execute()
    await db.schema.createIndex('event_file_named').on('event_file').column('file_id').execute()
    await db.schema.createIndex('event_file_blob').on('event_file').column('blob_hash').execute()
    await db.schema.createIndex('event_file_of_calendar').on('event_file').column('calendar_id').execute()
    await addTriggers(db, engine)
  },
})

/** The files of the new row, as a table. Links to files elsewhere have no id. */
const LISTED: Readonly<Record<Engine, string>> = {
  sqlite: `select json_extract(value, '$.fileId') as file_id, json_extract(value, '$.hash') as hash,
      json_extract(value, '$.size') as size
    from json_each(new.files) where json_extract(value, '$.fileId') <> ''`,
  postgres: `select value->>'fileId' as file_id, value->>'hash' as hash, (value->>'size')::bigint as size
    from json_array_elements(new.files::json) where value->>'fileId' <> ''`,
}

async function addTriggers(db: Store, engine: Engine): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  const insert = `insert into event_file (event_id, calendar_id, file_id, blob_hash, size)
      select new.id, new.calendar_id, file_id, hash, size from (${LISTED[engine]}) as listed where true
      on conflict (event_id, file_id) do nothing;`
  const renew = `delete from event_file
      where event_id = new.id and file_id not in (select file_id from (${LISTED[engine]}) as listed);
    update event_file set calendar_id = new.calendar_id where event_id = new.id;
    ${insert}`
  if (engine === 'sqlite') {
    const now = "cast((julianday('now') - 2440587.5) * 86400000 as integer)"
    await run(`create trigger event_file_insert after insert on event when new.files <> '[]' begin ${insert} end`)
    await run(`create trigger event_file_update after update of files, calendar_id on event
      when new.files <> old.files or (new.files <> '[]' and new.calendar_id <> old.calendar_id) begin ${renew} end`)
    await run(`create trigger garbage_of_event_file after delete on event_file
      begin insert into garbage_blob (hash, since) values (old.blob_hash, ${now}); end`)
    return
  }
  await run(`create function event_file_insert() returns trigger language plpgsql as $body$ begin
      ${insert} return null;
    end $body$`)
  await run(`create function event_file_update() returns trigger language plpgsql as $body$ begin
      ${renew} return null;
    end $body$`)
  await run(`create trigger event_file_insert after insert on event for each row
    when (new.files <> '[]') execute function event_file_insert()`)
  await run(`create trigger event_file_update after update of files, calendar_id on event for each row
    when (new.files <> old.files or (new.files <> '[]' and new.calendar_id <> old.calendar_id))
    execute function event_file_update()`)
  await run(`create function garbage_of_event_file() returns trigger language plpgsql as $body$ begin
      insert into garbage_blob (hash, since)
        values (old.blob_hash, (extract(epoch from clock_timestamp()) * 1000)::bigint);
      return null;
    end $body$`)
  await run(`create trigger garbage_of_event_file after delete on event_file
    for each row execute function garbage_of_event_file()`)
}
