import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** What the members of a public mailbox note about its mails: who does it, comments, and who has answered. */
export const teamworkMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('team_mail')
      .addColumn('mail_id', 'bigint', (c) => c.primaryKey().references('mail.id').onDelete('cascade'))
      .addColumn('assignee_id', 'bigint', (c) => c.references('account.id').onDelete('set null'))
      .addColumn('closed_at', 'bigint')
      .addColumn('closed_by', 'bigint', (c) => c.references('account.id').onDelete('set null'))
      .addColumn('note', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('team_mail_assignee').on('team_mail').column('assignee_id').execute()
    await db.schema.createIndex('team_mail_closed_by').on('team_mail').column('closed_by').execute()
    await db.schema
      .createTable('team_comment')
      .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
        engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
      )
      .addColumn('mail_id', 'bigint', (c) => c.notNull().references('mail.id').onDelete('cascade'))
      .addColumn('author_id', 'bigint', (c) => c.references('account.id').onDelete('set null'))
      .addColumn('asked_id', 'bigint', (c) => c.references('account.id').onDelete('set null'))
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute()
    const comment = (name: string) => db.schema.createIndex(name).on('team_comment')
    await comment('team_comment_of').columns(['mail_id', 'id']).execute()
    await comment('team_comment_author').column('author_id').execute()
    await comment('team_comment_asked').column('asked_id').execute()
    await db.schema
      .createTable('team_answer')
      .addColumn('send_id', 'text', (c) => c.primaryKey())
      .addColumn('mail_id', 'bigint', (c) => c.notNull().references('mail.id').onDelete('cascade'))
      .addColumn('person_id', 'bigint', (c) => c.references('account.id').onDelete('set null'))
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('team_answer_of').on('team_answer').columns(['mail_id', 'at']).execute()
    await db.schema.createIndex('team_answer_person').on('team_answer').column('person_id').execute()
  },
})
