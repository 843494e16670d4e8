import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Who an account has mail from again and again, for the check of domains that look like theirs. */
export const heardDomainsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index correspondent_heard on correspondent (account_id, address) where received > 2`.execute(db)
  },
}
