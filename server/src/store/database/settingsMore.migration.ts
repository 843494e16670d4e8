import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/**
 * What changed in the security of an account and when its owner last looked, imports of settings that can be undone,
 * and pictures of people.
 */
export const settingsMoreMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const ofAccount = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
    const numbered = (name: string) =>
      ofAccount(name).addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
        engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
      )
    const index = (table: string, ...columns: string[]) =>
      db.schema.createIndex(`${table}_of`).on(table).columns(columns).execute()

    await numbered('setting_change')
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('what', 'text', (c) => c.notNull())
      .addColumn('detail', 'text', (c) => c.notNull())
      .addColumn('session_id', 'text', (c) => c.notNull())
      .addColumn('ip', 'text', (c) => c.notNull())
      .addColumn('user_agent', 'text', (c) => c.notNull())
      .execute()
    await index('setting_change', 'account_id', 'at')
    await db.schema.createIndex('setting_change_at').on('setting_change').column('at').execute()
    await ofAccount('security_visit')
      .addColumn('seen_at', 'bigint', (c) => c.notNull())
      // What came after this moment is shown: the end of the visit before.
      .addColumn('before_at', 'bigint')
      .addPrimaryKeyConstraint('security_visit_key', ['account_id'])
      .execute()
    await numbered('settings_import')
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('undo', 'text', (c) => c.notNull())
      .execute()
    await index('settings_import', 'account_id', 'at')
    await ofAccount('account_picture')
      .addColumn('picture_id', 'text', (c) => c.notNull().unique())
      .addColumn('type', 'text', (c) => c.notNull())
      // Base64: some ten kilobytes after the page has cut it.
      .addColumn('data', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('account_picture_key', ['account_id'])
      .execute()
  },
})
