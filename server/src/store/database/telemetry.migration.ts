import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What pages report of the versions of remotes, counted by the hour; no row says who. */
export const telemetryMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('beacon_count')
      .addColumn('hour', 'bigint', (c) => c.notNull())
      .addColumn('remote', 'text', (c) => c.notNull())
      .addColumn('version', 'text', (c) => c.notNull())
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('step', 'integer', (c) => c.notNull())
      .addColumn('count', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('beacon_count_key', ['hour', 'remote', 'version', 'revision', 'kind', 'step'])
      .execute()
    await db.schema
      .createIndex('beacon_count_of_version')
      .on('beacon_count')
      .columns(['remote', 'kind', 'hour'])
      .execute()
    await db.schema
      .createTable('beacon_error')
      .addColumn('remote', 'text', (c) => c.notNull())
      .addColumn('version', 'text', (c) => c.notNull())
      // SHA-256 of what was thrown and where.
      .addColumn('fingerprint', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('frames', 'text', (c) => c.notNull())
      .addColumn('count', 'bigint', (c) => c.notNull())
      .addColumn('last_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('beacon_error_key', ['remote', 'version', 'fingerprint'])
      .execute()
    await db.schema.createIndex('beacon_error_by_age').on('beacon_error').column('last_at').execute()
    await db.schema
      .createTable('canary_alert')
      .addColumn('remote', 'text', (c) => c.notNull())
      .addColumn('version', 'text', (c) => c.notNull())
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('canary_alert_key', ['remote', 'version', 'revision'])
      .execute()
  },
}
