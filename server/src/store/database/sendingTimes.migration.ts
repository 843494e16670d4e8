import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Letters that leave later, found by their account. */
export const sendingTimesMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema.alterTable('mail').addColumn('send_at', 'bigint').execute()
    await sql`create index mail_scheduled on mail (account_id, send_at) where send_at is not null`.execute(db)
  },
}
