import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Drafts that their authors have handed to colleagues. */
export const handedDraftsMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('handed_draft')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('draft_id', 'bigint', (c) => c.notNull().unique().references('draft.mail_id').onDelete('cascade'))
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('colleague_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('state', 'text', (c) => c.notNull())
      // Without a reference: it stays known when the letter was sent, so that taking it back finds it again.
      .addColumn('taken_mail_id', 'bigint')
      .addColumn('files', 'text', (c) => c.notNull())
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('handed_draft_of').on('handed_draft').column('account_id').execute()
    await db.schema.createIndex('handed_draft_to').on('handed_draft').column('colleague_id').execute()
    await db.schema.createIndex('handed_draft_taken').on('handed_draft').column('taken_mail_id').execute()
  },
}
