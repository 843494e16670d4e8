import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The servers that answer on this store: which version each is, since when, and when it was seen last. */
export const liveServersMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('live_server')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('version', 'text', (c) => c.notNull())
      .addColumn('step', 'text', (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .addColumn('seen_at', 'bigint', (c) => c.notNull())
      .execute()
  },
}
