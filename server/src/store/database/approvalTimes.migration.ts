import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Sending times of mails that need approval, which version of a letter a record follows, and the conversation it is part of.
 * Records of before are part of none.
 */
export const approvalTimesMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const add = () => db.schema.alterTable('approval_record')
    await add().addColumn('send_at', 'bigint').execute()
    await add()
      .addColumn('previous_id', 'bigint', (c) => c.references('approval_record.id').onDelete('set null'))
      .execute()
    await add().addColumn('draft_id', 'bigint').execute()
    await add()
      .addColumn('conversation', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await db.schema.createIndex('approval_record_followed').on('approval_record').column('previous_id').execute()
    await sql`create index approval_record_drafted on approval_record (account_id, draft_id)
      where draft_id is not null`.execute(db)
    await sql`create index approval_record_talk on approval_record (conversation, id) where conversation <> ''`.execute(
      db,
    )
    await db.schema.createIndex('approval_record_made').on('approval_record').columns(['created_at', 'id']).execute()
    await sql`create index approval_record_ended on approval_record (decided_at) where decided_at is not null`.execute(
      db,
    )
  },
}
