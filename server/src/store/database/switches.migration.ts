import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What operators set for the organisation, a department or one person. */
export const switchesMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('switch_value')
      .addColumn('scope', 'text', (c) => c.notNull())
      .addColumn('scope_id', 'bigint', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('value', 'text', (c) => c.notNull())
      .addColumn('locked', 'integer', (c) => c.notNull())
      .addColumn('set_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('switch_value_key', ['scope', 'scope_id', 'name'])
      .execute()
  },
}
