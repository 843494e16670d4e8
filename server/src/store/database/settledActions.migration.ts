import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** Actions on mails that were done without a network and have been settled (`settled_action`), so that none is done twice. */
export const settledActionsMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const table =
      engine === 'postgres'
        ? db.schema
            .createTable('settled_action')
            .addColumn('id', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity())
        : db.schema.createTable('settled_action').addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    await table
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('request', 'text', (c) => c.notNull())
      .addColumn('answer', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('settled_action_request')
      .unique()
      .on('settled_action')
      .columns(['account_id', 'request'])
      .execute()
    await db.schema.createIndex('settled_action_by_age').on('settled_action').column('at').execute()
  },
})
