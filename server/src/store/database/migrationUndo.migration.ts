import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Migrations that are undone: what was made here for them, and how many of their mails are gone. */
export const migrationUndoMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const migrations = () => db.schema.alterTable('migration')
    await migrations()
      .addColumn('undo', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await migrations().addColumn('paused_at', 'bigint').execute()
    await sql`update migration set paused_at = created_at where state = 'paused'`.execute(db)
    await db.schema.createIndex('migration_by_state').on('migration').columns(['state', 'paused_at']).execute()
    const folders = () => db.schema.alterTable('migration_folder')
    await folders()
      .addColumn('undone', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await folders()
      .addColumn('made', 'text', (c) => c.notNull().defaultTo('[]'))
      .execute()
  },
}
