import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** Address books and calendars that a migration brings, and what became of each card and event. */
export const migrationBooksMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    for (const column of ['contacts', 'calendars']) {
      await db.schema
        .alterTable('migration')
        .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
    }
    await db.schema
      .alterTable('migration')
      .addColumn('dav', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await db.schema
      .createTable('migration_book')
      .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
        engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
      )
      .addColumn('migration_id', 'bigint', (c) => c.notNull().references('migration.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull().defaultTo('waiting'))
      .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('calendar_id', 'bigint')
      .addColumn('total', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('brought', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('noted', 'integer', (c) => c.notNull().defaultTo(0))
      .addUniqueConstraint('migration_book_url', ['migration_id', 'kind', 'url'])
      .execute()
    await db.schema
      .createTable('migration_item')
      .addColumn('migration_book_id', 'bigint', (c) => c.notNull().references('migration_book.id').onDelete('cascade'))
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('etag', 'text', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('migration_item_url', ['migration_book_id', 'url'])
      .execute()
  },
})
