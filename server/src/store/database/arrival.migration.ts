import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How a message came in from outside, as JSON: who handed it in, and what is known of its sender. */
export const arrivalMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema.alterTable('message').addColumn('arrival', 'text').execute()
  },
}
