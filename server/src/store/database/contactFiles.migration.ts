import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What comes with files of contacts: the properties of a vCard that have no field here, how far an import is, where a
 * client of CardDAV has put a contact, and mails that wait for the managers of a mail group.
 */
export const contactFilesMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('contact')
      .addColumn('card', 'text', (c) => c.notNull().defaultTo('[]'))
      .execute()
    await db.schema
      .alterTable('contact')
      .addColumn('dav_name', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await sql`create index contact_dav_name on contact (account_id, dav_name) where dav_name <> ''`.execute(db)
    // Changes up to here can no longer be told: what was deleted then is gone for good.
    await db.schema
      .alterTable('contact_book')
      .addColumn('floor_seq', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    for (const name of ['total', 'done', 'added', 'updated', 'skipped']) {
      await db.schema
        .alterTable('contact_import')
        .addColumn(name, 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
    }
    for (const [name, value] of [
      ['kind', 'import'],
      ['state', 'done'],
      ['problems', '[]'],
      ['groups_made', '[]'],
    ] as const) {
      await db.schema
        .alterTable('contact_import')
        .addColumn(name, 'text', (c) => c.notNull().defaultTo(value))
        .execute()
    }
    await db.schema
      .alterTable('contact_import')
      .addColumn('moved_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createIndex('contact_import_of')
      .on('contact_import')
      .columns(['account_id', 'created_at'])
      .execute()

    await db.schema
      .alterTable('mail_group')
      .addColumn('moderated', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('mail_group_waiting')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('group_id', 'bigint', (c) => c.notNull().references('mail_group.id').onDelete('cascade'))
      .addColumn('message_id', 'bigint', (c) => c.notNull().references('message.id'))
      .addColumn('envelope_from', 'text', (c) => c.notNull())
      .addColumn('sender_id', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('mail_group_waiting_of')
      .on('mail_group_waiting')
      .columns(['group_id', 'created_at'])
      .execute()
  },
}
