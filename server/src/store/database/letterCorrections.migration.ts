import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Letters that correct others, and in whose place a corrected copy lies. */
export const letterCorrectionsMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('letter_correction')
      .addColumn('mail_id', 'bigint', (c) => c.primaryKey().references('mail.id').onDelete('cascade'))
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('corrects_id', 'bigint', (c) => c.notNull().references('mail.id').onDelete('cascade'))
      .addColumn('rfc_message_id', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('letter_correction_by_letter')
      .on('letter_correction')
      .columns(['account_id', 'rfc_message_id'])
      .execute()
    await db.schema.createIndex('letter_correction_of').on('letter_correction').column('corrects_id').execute()
    await db.schema
      .alterTable('recalled_mail')
      .addColumn('corrected', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
