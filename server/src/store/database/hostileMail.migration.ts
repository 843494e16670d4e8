import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether a mail from outside claims to be of a domain of this system, and whether its HTML was bounded as it was stored. */
export const hostileMailMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('message')
      .addColumn('claims_own_domain', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('message_body')
      .addColumn('bounded', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
