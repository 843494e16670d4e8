import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** Links in mails to those who decide. Of a token the hash alone is kept; all links of a record go when it ends. */
export const approvalLinksMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('approval_link')
      .addColumn('token_hash', 'text', (c) => c.notNull().primaryKey())
      .addColumn('record_id', 'bigint', (c) => c.notNull().references('approval_record.id').onDelete('cascade'))
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('made_at', 'bigint', (c) => c.notNull())
      .addColumn('used_at', 'bigint')
      .execute()
    await db.schema.createIndex('approval_link_of').on('approval_link').column('record_id').execute()
    await db.schema.createIndex('approval_link_by').on('approval_link').column('account_id').execute()
    const on = "after update of state on approval_record for each row when (new.state <> 'pending')"
    const body = 'delete from approval_link where record_id = new.id'
    if (engine === 'sqlite') {
      await sql.raw(`create trigger approval_links_end ${on} begin ${body}; end`).execute(db)
      return
    }
    await sql
      .raw(
        `create function approval_links_end() returns trigger language plpgsql as $body$ begin ${body}; return null; end $body$`,
      )
      .execute(db)
    await sql.raw(`create trigger approval_links_end ${on} execute function approval_links_end()`).execute(db)
  },
})
