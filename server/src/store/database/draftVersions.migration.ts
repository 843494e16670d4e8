import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** Versions of drafts, which login saved a draft last, and the windows in which drafts are open. */
export const draftVersionsMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    // Without a reference: the login may have ended, and the person may have been deleted.
    await db.schema.alterTable('draft').addColumn('saved_session', 'text').execute()
    await db.schema.alterTable('draft').addColumn('saved_person', 'bigint').execute()
    await db.schema
      .createTable('draft_version')
      .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
        engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
      )
      .addColumn('mail_id', 'bigint', (c) => c.notNull().references('draft.mail_id').onDelete('cascade'))
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('agent', 'text', (c) => c.notNull())
      .addColumn('person_id', 'bigint')
      .addColumn('letter', 'text', (c) => c.notNull())
      .addColumn('files', 'text', (c) => c.notNull())
      .addColumn('held', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('draft_version_of_draft').on('draft_version').column('mail_id').execute()
    await db.schema.createIndex('draft_version_of_account').on('draft_version').column('account_id').execute()
    await db.schema.createIndex('draft_version_by_age').on('draft_version').column('at').execute()
    await db.schema
      .createTable('draft_window')
      .addColumn('mail_id', 'bigint', (c) => c.notNull().references('draft.mail_id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('session_id', 'text', (c) => c.notNull().references('session.id').onDelete('cascade'))
      .addColumn('seen_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('draft_window_key', ['mail_id', 'name'])
      .execute()
    await db.schema.createIndex('draft_window_of_session').on('draft_window').column('session_id').execute()
    await db.schema.createIndex('draft_window_by_age').on('draft_window').column('seen_at').execute()
  },
})
