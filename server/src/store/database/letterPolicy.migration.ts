import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/**
 * How letters may be read (§3, mail authorization). A letter with conditions stays one message of its sender; what its
 * recipients have is another message with its head alone (`letter_policy.shown_id`). The policy goes with that message, and
 * keeps the letter until then.
 */
export const letterPolicyMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const policy =
      engine === 'postgres'
        ? db.schema
            .createTable('letter_policy')
            .addColumn('id', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity())
        : db.schema.createTable('letter_policy').addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    await policy
      .addColumn('message_id', 'bigint', (c) => c.notNull().unique().references('message.id').onDelete('cascade'))
      .addColumn('account_id', 'bigint', (c) => c.references('account.id').onDelete('set null'))
      .addColumn('password_hash', 'text')
      .addColumn('reads', 'integer')
      .addColumn('days', 'integer')
      .addColumn('burn', 'integer', (c) => c.notNull())
      .addColumn('secret', 'integer', (c) => c.notNull())
      .addColumn('no_forward', 'integer', (c) => c.notNull())
      .addColumn('shown_id', 'bigint', (c) => c.unique().references('message.id').onDelete('cascade'))
      .addColumn('delivered_at', 'bigint')
      .execute()
    await db.schema.createIndex('letter_policy_by_account').on('letter_policy').column('account_id').execute()
    await db.schema
      .createTable('letter_reader')
      .addColumn('policy_id', 'bigint', (c) => c.notNull().references('letter_policy.id').onDelete('cascade'))
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('opened', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('letter_reader_key', ['policy_id', 'account_id'])
      .execute()
    await db.schema.createIndex('letter_reader_by_account').on('letter_reader').column('account_id').execute()
    await db.schema
      .createTable('letter_sitting')
      .addColumn('policy_id', 'bigint', (c) => c.notNull().references('letter_policy.id').onDelete('cascade'))
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('session_id', 'text', (c) => c.notNull().references('session.id').onDelete('cascade'))
      .addColumn('until', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('letter_sitting_key', ['policy_id', 'account_id', 'session_id'])
      .execute()
    await db.schema.createIndex('letter_sitting_by_session').on('letter_sitting').column('session_id').execute()
    await db.schema.createIndex('letter_sitting_by_account').on('letter_sitting').column('account_id').execute()
    await db.schema
      .alterTable('message')
      .addColumn('restricted', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    const end = "delete from message_hold where owner = 'letter_policy' and owner_id = cast(old.id as text)"
    const name = 'message_hold_of_letter_policy'
    if (engine === 'sqlite') {
      await sql.raw(`create trigger ${name} after delete on letter_policy begin ${end}; end`).execute(db)
      return
    }
    await sql
      .raw(`create function ${name}() returns trigger language plpgsql as $body$ begin ${end}; return null; end $body$`)
      .execute(db)
    await sql
      .raw(`create trigger ${name} after delete on letter_policy for each row execute function ${name}()`)
      .execute(db)
  },
})
