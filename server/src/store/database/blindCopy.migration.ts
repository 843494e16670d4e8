import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/**
 * Messages of an encrypted letter for its recipients in Bcc, one for each (`blind_copy`), until it leaves. A row keeps its
 * message by `message_hold`, which a trigger ends with the row, as with the other owners of holds.
 */
export const blindCopyMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const table =
      engine === 'postgres'
        ? db.schema
            .createTable('blind_copy')
            .addColumn('id', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity())
        : db.schema.createTable('blind_copy').addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    await table
      .addColumn('outgoing_id', 'text', (c) => c.notNull().references('outgoing.id').onDelete('cascade'))
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('message_id', 'bigint', (c) => c.notNull().references('message.id').onDelete('cascade'))
      .addUniqueConstraint('blind_copy_once', ['outgoing_id', 'address'])
      .execute()
    await db.schema.createIndex('blind_copy_by_message').on('blind_copy').column('message_id').execute()
    const end = "delete from message_hold where owner = 'blind_copy' and owner_id = cast(old.id as text)"
    const name = 'message_hold_of_blind_copy'
    if (engine === 'sqlite') {
      await sql.raw(`create trigger ${name} after delete on blind_copy begin ${end}; end`).execute(db)
      return
    }
    await sql
      .raw(`create function ${name}() returns trigger language plpgsql as $body$ begin ${end}; return null; end $body$`)
      .execute(db)
    await sql
      .raw(`create trigger ${name} after delete on blind_copy for each row execute function ${name}()`)
      .execute(db)
  },
})
