import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
type Store = Kysely<any>

/** Held mail kept what it was written from beside its copy; now it stands with the mail on its way out. */
async function moveWriting(db: Store): Promise<void> {
  const rows = await db
    .selectFrom('outgoing')
    .innerJoin('draft', 'draft.mail_id', 'outgoing.mail_id')
    .selectAll('draft')
    .select('outgoing.id as outgoing_id')
    .where('outgoing.state', '=', 'held')
    .execute()
  for (const { outgoing_id, mail_id, revision: _revision, ...writing } of rows) {
    await db
      .updateTable('outgoing')
      .set({ writing: JSON.stringify(writing) })
      .where('id', '=', outgoing_id)
      .execute()
    await db.deleteFrom('draft').where('mail_id', '=', mail_id).execute()
  }
}

/**
 * Content that lost a reference, and messages that lost a mail while they were on their way out, are noted by the store
 * itself, so that no way of deleting can forget it and the sweep never has to look for them among everything kept.
 */
async function addTriggers(db: Store, engine: Engine): Promise<void> {
  if (engine === 'sqlite') {
    const now = sql.raw("cast((julianday('now') - 2440587.5) * 86400000 as integer)")
    const blob = (table: string, column: string) =>
      sql`create trigger ${sql.ref(`garbage_of_${table}`)} after delete on ${sql.table(table)}
        when ${sql.raw(`old.${column}`)} is not null
        begin insert into garbage_blob (hash, since) values (${sql.raw(`old.${column}`)}, ${now}); end`.execute(db)
    await blob('message', 'raw_hash')
    await blob('attachment', 'blob_hash')
    await blob('upload', 'blob_hash')
    await sql`create trigger garbage_of_mail after delete on mail
      when exists (select 1 from outgoing where message_id = old.message_id)
      begin insert into garbage_message (message_id, since) values (old.message_id, ${now}); end`.execute(db)
    return
  }
  const now = sql.raw('(extract(epoch from clock_timestamp()) * 1000)::bigint')
  const blob = async (table: string, column: string) => {
    const name = sql.raw(`garbage_of_${table}`)
    await sql`create function ${name}() returns trigger language plpgsql as $body$ begin
        if old.${sql.raw(column)} is not null then
          insert into garbage_blob (hash, since) values (old.${sql.raw(column)}, ${now});
        end if;
        return null;
      end $body$`.execute(db)
    await sql`create trigger ${name} after delete on ${sql.table(table)} for each row execute function ${name}()`.execute(
      db,
    )
  }
  await blob('message', 'raw_hash')
  await blob('attachment', 'blob_hash')
  await blob('upload', 'blob_hash')
  await sql`create function garbage_of_mail() returns trigger language plpgsql as $body$ begin
      if exists (select 1 from outgoing where message_id = old.message_id) then
        insert into garbage_message (message_id, since) values (old.message_id, ${now});
      end if;
      return null;
    end $body$`.execute(db)
  await sql`create trigger garbage_of_mail after delete on mail for each row execute function garbage_of_mail()`.execute(
    db,
  )
}

/** What nothing refers to at this moment; from here on the triggers note it. */
async function noteGarbageSoFar(db: Store): Promise<void> {
  await sql`insert into garbage_message (message_id, since)
    select id, 0 from message where not exists (select 1 from mail where mail.message_id = message.id)`.execute(db)
  await sql`insert into garbage_message (message_id, since)
    select message_id, 0 from outgoing where state in ('done', 'cancelled')
      and not exists (select 1 from mail where mail.id = outgoing.mail_id)
      and exists (select 1 from mail where mail.message_id = outgoing.message_id)`.execute(db)
  await sql`insert into garbage_blob (hash, since)
    select hash, created_at from blob
    where not exists (select 1 from message where message.raw_hash = blob.hash)
      and not exists (select 1 from attachment where attachment.blob_hash = blob.hash)
      and not exists (select 1 from upload where upload.blob_hash = blob.hash)`.execute(db)
}

/** What the sweep works through, what a mail on its way out needs when something goes wrong, and room in reserve. */
export function garbageMigration(engine: Engine): Migration {
  return {
    async up(db: Store) {
      const list = (name: string) =>
        db.schema
          .createTable(name)
          .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
            engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
          )
          .addColumn('since', 'bigint', (c) => c.notNull())
      await list('garbage_message')
        .addColumn('message_id', 'bigint', (c) => c.notNull())
        .execute()
      await list('garbage_blob')
        .addColumn('hash', 'text', (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('housekeeping')
        .addColumn('name', 'text', (c) => c.primaryKey())
        .addColumn('done_at', 'bigint', (c) => c.notNull())
        .execute()
      if (engine === 'sqlite') {
        await db.schema
          .createTable('reserve')
          .addColumn('id', 'integer', (c) => c.primaryKey())
          .addColumn('filler', 'blob', (c) => c.notNull())
          .execute()
      }

      await db.schema.alterTable('outgoing').addColumn('writing', 'text').execute()
      for (const column of ['attempts', 'retry_at']) {
        await db.schema
          .alterTable('outgoing')
          .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
          .execute()
      }
      await db.schema
        .alterTable('upload')
        .addColumn('checked_at', 'bigint', (c) => c.notNull().defaultTo(0))
        .execute()
      await sql`update upload set checked_at = created_at`.execute(db)
      await db.schema.createIndex('upload_to_check').on('upload').column('checked_at').execute()
      await db.schema.createIndex('upload_of_account').on('upload').column('account_id').execute()
      await db.schema.createIndex('import_progress_recent').on('import_progress').column('updated_at').execute()
      await db.schema.createIndex('draft_client_made').on('draft_client').column('created_at').execute()
      await moveWriting(db)
      await noteGarbageSoFar(db)
      await addTriggers(db, engine)
    },
  }
}
