import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Who decides about mail in the place of an account that is away, and whom a decision stood in for. */
export const approvalStandInsMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('approval_stand_in')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('stand_in_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('approval_stand_in_key', ['account_id'])
      .execute()
    await db.schema.createIndex('approval_stand_in_by').on('approval_stand_in').column('stand_in_id').execute()
    await db.schema
      .alterTable('approval_event')
      .addColumn('stands_in_for', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  },
}
