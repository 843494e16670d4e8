import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** Answers of the assistant that are kept for their person, and what the risk check has found when a mail was listed. */
export const assistantAnswersMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('assistant_answer')
      .addColumn('seq', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
        engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
      )
      .addColumn('ticket', 'text', (c) => c.notNull().unique())
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('type', 'integer', (c) => c.notNull())
      // What was said about a mail goes with the mail.
      .addColumn('mail_id', 'bigint', (c) => c.references('mail.id').onDelete('cascade'))
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('thought', 'text', (c) => c.notNull())
      .addColumn('extra', 'text', (c) => c.notNull())
      .addColumn('searched', 'text', (c) => c.notNull())
      .addColumn('rating', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await db.schema.createIndex('assistant_answer_of').on('assistant_answer').columns(['account_id', 'seq']).execute()
    await db.schema.createIndex('assistant_answer_mail').on('assistant_answer').column('mail_id').execute()
    await db.schema.createIndex('assistant_answer_age').on('assistant_answer').column('at').execute()
    await db.schema
      .alterTable('mail')
      .addColumn('risk', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
})
