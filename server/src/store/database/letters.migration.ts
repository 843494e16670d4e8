import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** Signatures of one sending address, letter papers, and receipts: what was answered, and who has read one's own mail. */
export const lettersMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('signature')
      .addColumn('sender', 'text', (c) => c.notNull().defaultTo(''))
      .execute()

    await db.schema
      .createTable('paper')
      .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
        engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
      )
      // Null for papers of the organisation.
      .addColumn('account_id', 'bigint', (c) => c.references('account.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('design', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('paper_of').on('paper').columns(['account_id', 'name']).execute()

    const ofMessage = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
        .addColumn('message_id', 'bigint', (c) => c.notNull().references('message.id').onDelete('cascade'))
        .addColumn('at', 'bigint', (c) => c.notNull())
    await ofMessage('receipt_answer')
      .addColumn('sent', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('receipt_answer_key', ['account_id', 'message_id'])
      .execute()
    await ofMessage('receipt_reader')
      .addColumn('address', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('receipt_reader_key', ['account_id', 'message_id', 'address'])
      .execute()
    // Messages without a mail or a letter are deleted by their number.
    await db.schema.createIndex('receipt_answer_message').on('receipt_answer').column('message_id').execute()
    await db.schema.createIndex('receipt_reader_message').on('receipt_reader').column('message_id').execute()
  },
})
