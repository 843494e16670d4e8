import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** Files of mail that are brought into a mailbox: kept until their migration has ended, so that it can go on. */
export const migrationFilesMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema.alterTable('migration').addColumn('folder_id', 'bigint').execute()
    await db.schema
      .createTable('migration_file')
      .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
        engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
      )
      .addColumn('migration_id', 'bigint', (c) => c.notNull().references('migration.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('blob_hash', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('done', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.createIndex('migration_file_of').on('migration_file').column('migration_id').execute()
    const name = 'blob_hold_of_migration_file'
    const statement = `delete from blob_hold where owner = 'migration_file' and owner_id = cast(old.id as text)`
    if (engine === 'postgres') {
      await sql
        .raw(
          `create function ${name}() returns trigger language plpgsql as $body$ begin ${statement}; return null; end $body$`,
        )
        .execute(db)
    }
    const action = engine === 'sqlite' ? `begin ${statement}; end` : `for each row execute function ${name}()`
    await sql.raw(`create trigger ${name} after delete on migration_file ${action}`).execute(db)
  },
})
