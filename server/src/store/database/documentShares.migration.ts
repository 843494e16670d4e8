import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** Links by which files of the document center are fetched without a login, what each link is to, and who came by it. */
export const documentSharesMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const withId = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
          engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
        )
    await withId('document_share')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('token', 'text', (c) => c.notNull().unique())
      .addColumn('code', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('count_max', 'integer', (c) => c.notNull())
      .addColumn('used', 'integer', (c) => c.notNull())
      .addColumn('downloads', 'integer', (c) => c.notNull())
      .addColumn('cancelled_at', 'bigint')
      .execute()
    await db.schema.createIndex('document_share_of').on('document_share').columns(['account_id', 'id']).execute()
    await db.schema
      .createTable('document_share_item')
      .addColumn('share_id', 'bigint', (c) => c.notNull().references('document_share.id').onDelete('cascade'))
      .addColumn('document_id', 'bigint', (c) => c.notNull().references('document.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('document_share_item_key', ['share_id', 'document_id'])
      .execute()
    await db.schema.createIndex('document_share_item_of').on('document_share_item').column('document_id').execute()
    await withId('document_share_visit')
      .addColumn('share_id', 'bigint', (c) => c.notNull().references('document_share.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('place', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('document_share_visit_of')
      .on('document_share_visit')
      .columns(['share_id', 'id'])
      .execute()
  },
})
