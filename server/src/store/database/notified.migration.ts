import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When a sender was told of a recipient that was not reached; so far a `next_attempt_at` of 0 said that it had happened. */
export const notifiedMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema.alterTable('outgoing_recipient').addColumn('notified_at', 'bigint').execute()
    // Not known better: not before the mail left.
    await sql`update outgoing_recipient
      set notified_at = (select release_at from outgoing where outgoing.id = outgoing_recipient.outgoing_id)
      where state = 'failed' and next_attempt_at = 0`.execute(db)
    await sql`update outgoing_recipient set next_attempt_at = 0 where state = 'failed'`.execute(db)
    await sql`create index outgoing_recipient_untold on outgoing_recipient (outgoing_id)
      where state = 'failed' and notified_at is null`.execute(db)
  },
}
