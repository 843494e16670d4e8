import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** What the assistant is asked, what it has sent to a model, how much of it, and how the operator has set it. */
export const assistantMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('assistant_job')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('session_id', 'text', (c) => c.notNull())
      .addColumn('request', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('assistant_job_of').on('assistant_job').columns(['account_id', 'created_at']).execute()
    await db.schema.createIndex('assistant_job_age').on('assistant_job').column('created_at').execute()
    await db.schema
      .createTable('assistant_sent')
      .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
        engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
      )
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('type', 'integer', (c) => c.notNull())
      .addColumn('host', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('assistant_sent_of').on('assistant_sent').columns(['account_id', 'at']).execute()
    await db.schema.createIndex('assistant_sent_age').on('assistant_sent').column('at').execute()
    await db.schema
      .createTable('assistant_usage')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('month', 'text', (c) => c.notNull())
      .addColumn('requests', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('characters', 'bigint', (c) => c.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('assistant_usage_key', ['account_id', 'month'])
      .execute()
    await db.schema
      .createTable('assistant_setting')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute()
    // A sender's name is compared with those of colleagues.
    await db.schema.createIndex('account_by_name').on('account').column('name').execute()
  },
})
