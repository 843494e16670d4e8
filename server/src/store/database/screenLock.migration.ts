import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The screen lock, and who may switch to which mailbox. A session of a mailbox that a person switched to depends on the
 * session of their own account and ends with it.
 */
export const screenLockMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema.alterTable('session').addColumn('locked_at', 'bigint').execute()
    await db.schema
      .alterTable('session')
      .addColumn('parent_id', 'text', (c) => c.references('session.id').onDelete('cascade'))
      .execute()
    await db.schema
      .alterTable('session')
      .addColumn('person_id', 'bigint', (c) => c.references('account.id').onDelete('cascade'))
      .execute()
    await db.schema.createIndex('session_of_parent').on('session').column('parent_id').execute()
    await db.schema.createIndex('session_of_person').on('session').column('person_id').execute()
    await db.schema
      .createTable('lock_setting')
      .addColumn('account_id', 'bigint', (c) => c.primaryKey().references('account.id').onDelete('cascade'))
      .addColumn('flag', 'integer', (c) => c.notNull())
      .addColumn('auto_flag', 'integer')
      .addColumn('locktime', 'integer')
      .addColumn('password_hash', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('public_mailbox_grant')
      .addColumn('mailbox_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('granted_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('public_mailbox_grant_key', ['mailbox_id', 'account_id'])
      .execute()
    await db.schema
      .createIndex('public_mailbox_of_account')
      .on('public_mailbox_grant')
      .columns(['account_id', 'mailbox_id'])
      .execute()
    await db.schema
      .createTable('account_association')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('other_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('type', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('account_association_key', ['account_id', 'other_id'])
      .execute()
    await db.schema.createIndex('association_of_other').on('account_association').column('other_id').execute()
  },
}
