import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** Large files of letters, each fetched by a link of its own. A link keeps its content until its row is deleted. */
export const fileLinksMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('file_link')
      .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
        engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
      )
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('send_id', 'text', (c) => c.notNull())
      .addColumn('token', 'text', (c) => c.notNull().unique())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('content_type', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('blob_hash', 'text', (c) => c.notNull())
      .addColumn('recipients', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('downloads', 'integer', (c) => c.notNull())
      .addColumn('asked_at', 'bigint')
      .addColumn('remind_at', 'bigint')
      .execute()
    await db.schema.createIndex('file_link_of').on('file_link').column('account_id').execute()
    await db.schema.createIndex('file_link_of_letter').on('file_link').column('send_id').execute()
    await db.schema.createIndex('file_link_to_remind').on('file_link').column('remind_at').execute()
    await db.schema.createIndex('file_link_by_end').on('file_link').column('expires_at').execute()
    const name = 'blob_hold_of_file_link'
    const statement = `delete from blob_hold where owner = 'file_link' and owner_id = cast(old.id as text)`
    if (engine === 'postgres') {
      await sql
        .raw(
          `create function ${name}() returns trigger language plpgsql as $body$ begin ${statement}; return null; end $body$`,
        )
        .execute(db)
    }
    const action = engine === 'sqlite' ? `begin ${statement}; end` : `for each row execute function ${name}()`
    await sql.raw(`create trigger ${name} after delete on file_link ${action}`).execute(db)
  },
})
