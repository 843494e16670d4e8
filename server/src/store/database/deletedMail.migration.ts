import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/**
 * Mails that were deleted for good and can be restored for some days (`deleted_mail`). A row keeps the message by
 * `message_hold`, which a trigger ends with the row, as with the other owners of holds.
 */
export const deletedMailMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const table =
      engine === 'postgres'
        ? db.schema
            .createTable('deleted_mail')
            .addColumn('id', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity())
        : db.schema.createTable('deleted_mail').addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    await table
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('message_id', 'bigint', (c) => c.notNull().references('message.id').onDelete('cascade'))
      .addColumn('folder_id', 'bigint', (c) => c.references('folder.id').onDelete('set null'))
      .addColumn('received_at', 'bigint', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('seen', 'integer', (c) => c.notNull())
      .addColumn('color', 'integer', (c) => c.notNull())
      .addColumn('replied', 'integer', (c) => c.notNull())
      .addColumn('forwarded', 'integer', (c) => c.notNull())
      .addColumn('system_notice', 'integer', (c) => c.notNull())
      .addColumn('bcc_list', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('deleted_mail_by_account').on('deleted_mail').columns(['account_id', 'id']).execute()
    await db.schema.createIndex('deleted_mail_by_message').on('deleted_mail').column('message_id').execute()
    await db.schema.createIndex('deleted_mail_by_folder').on('deleted_mail').column('folder_id').execute()
    await db.schema.createIndex('deleted_mail_by_age').on('deleted_mail').column('at').execute()
    const end = "delete from message_hold where owner = 'deleted_mail' and owner_id = cast(old.id as text)"
    const name = 'message_hold_of_deleted_mail'
    if (engine === 'sqlite') {
      await sql.raw(`create trigger ${name} after delete on deleted_mail begin ${end}; end`).execute(db)
      return
    }
    await sql
      .raw(`create function ${name}() returns trigger language plpgsql as $body$ begin ${end}; return null; end $body$`)
      .execute(db)
    await sql
      .raw(`create trigger ${name} after delete on deleted_mail for each row execute function ${name}()`)
      .execute(db)
  },
})
