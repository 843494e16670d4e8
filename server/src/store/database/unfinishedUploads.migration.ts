import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** Uploads in parts: what was begun, and the parts that are there. They are kept for as long as the upload is unfinished. */
export const unfinishedUploadsMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('unfinished_upload')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('content_type', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('digest', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('touched_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('unfinished_upload_of').on('unfinished_upload').column('account_id').execute()
    await db.schema.createIndex('unfinished_upload_by_age').on('unfinished_upload').column('touched_at').execute()
    await db.schema
      .createTable('upload_part')
      .addColumn('upload_id', 'text', (c) => c.notNull().references('unfinished_upload.id').onDelete('cascade'))
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('blob_hash', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('upload_part_key', ['upload_id', 'number'])
      .execute()
    await db.schema.alterTable('upload').addColumn('digest', 'text').execute()
    const name = 'blob_hold_of_unfinished_upload'
    const statement = `delete from blob_hold where owner = 'unfinished_upload' and owner_id = old.id`
    if (engine === 'postgres') {
      await sql
        .raw(
          `create function ${name}() returns trigger language plpgsql as $body$ begin ${statement}; return null; end $body$`,
        )
        .execute(db)
    }
    const action = engine === 'sqlite' ? `begin ${statement}; end` : `for each row execute function ${name}()`
    await sql.raw(`create trigger ${name} after delete on unfinished_upload ${action}`).execute(db)
  },
})
