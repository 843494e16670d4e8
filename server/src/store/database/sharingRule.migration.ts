import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What the organisation allows of sharing files; from when a link counts its days, and when its owner is asked about its
 * end; what administrators list by size.
 */
export const sharingRuleMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('sharing_rule')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('outside', 'integer', (c) => c.notNull())
      .addColumn('code_required', 'integer', (c) => c.notNull())
      .addColumn('days_max', 'integer', (c) => c.notNull())
      .addColumn('watermark', 'integer', (c) => c.notNull())
      .addColumn('view_only', 'integer', (c) => c.notNull())
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .alterTable('document_share')
      .addColumn('valid_from', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('document_share').addColumn('remind_at', 'bigint').execute()
    // The longest that an older link can have been good for: a link that was prolonged is not ended too early.
    const month = 30 * 24 * 60 * 60_000
    await sql`update document_share set valid_from = case
      when expires_at - ${sql.lit(month)} > created_at then expires_at - ${sql.lit(month)} else created_at end`.execute(
      db,
    )
    for (const index of [
      'create index document_share_ending on document_share (remind_at) where remind_at is not null',
      'create index document_largest on document (size) where kind = 1 and bin_root is null',
      'create index document_space_by_used on document_space (used)',
    ]) {
      await sql.raw(index).execute(db)
    }
  },
}
