import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/**
 * Recipients outside who read a letter with conditions on a page, by a link of their own (`outside_reader`). From the delivery
 * on a row keeps the head of the letter by `message_hold`, and so the letter; a trigger ends that with the row.
 */
export const outsideReadersMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const table =
      engine === 'postgres'
        ? db.schema
            .createTable('outside_reader')
            .addColumn('id', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity())
        : db.schema.createTable('outside_reader').addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    await table
      .addColumn('policy_id', 'bigint', (c) => c.notNull().references('letter_policy.id').onDelete('cascade'))
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('token_hash', 'text', (c) => c.notNull().unique())
      .addColumn('opened', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('opened_at', 'bigint')
      .addColumn('expires_at', 'bigint')
      .addColumn('ended_at', 'bigint')
      .addUniqueConstraint('outside_reader_once', ['policy_id', 'address'])
      .execute()
    await db.schema.createIndex('outside_reader_by_account').on('outside_reader').column('account_id').execute()
    await db.schema.createIndex('outside_reader_by_end').on('outside_reader').column('expires_at').execute()
    const end = "delete from message_hold where owner = 'outside_reader' and owner_id = cast(old.id as text)"
    const name = 'message_hold_of_outside_reader'
    if (engine === 'sqlite') {
      await sql.raw(`create trigger ${name} after delete on outside_reader begin ${end}; end`).execute(db)
      return
    }
    await sql
      .raw(`create function ${name}() returns trigger language plpgsql as $body$ begin ${end}; return null; end $body$`)
      .execute(db)
    await sql
      .raw(`create trigger ${name} after delete on outside_reader for each row execute function ${name}()`)
      .execute(db)
  },
})
