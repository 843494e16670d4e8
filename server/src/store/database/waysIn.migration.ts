import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Secrets that are brought back once, second factors, the address for a forgotten password, and the password's prompt. */
export const waysInMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('account')
      .addColumn('password_prompt_after', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('account')
      .addColumn('recovery_email', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    // As `accountsByPhone` writes it: numbers are stored as people wrote them.
    await sql`create index account_of_phone on account ((replace(replace(phone, '-', ''), ' ', '')))`.execute(db)
    await db.schema
      .createTable('ticket')
      .addColumn('hash', 'text', (c) => c.primaryKey())
      .addColumn('purpose', 'text', (c) => c.notNull())
      .addColumn('account_id', 'bigint', (c) => c.references('account.id').onDelete('cascade'))
      .addColumn('data', 'text', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('ticket_expires').on('ticket').column('expires_at').execute()
    await db.schema.createIndex('ticket_of_account').on('ticket').column('account_id').execute()
    await db.schema
      .createTable('second_factor')
      .addColumn('account_id', 'bigint', (c) => c.primaryKey().references('account.id').onDelete('cascade'))
      .addColumn('totp_secret', 'text')
      .addColumn('totp_last_step', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('sms', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('recovery_code')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('hash', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('recovery_code_key', ['account_id', 'hash'])
      .execute()
  },
}
