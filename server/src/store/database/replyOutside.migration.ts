import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Whom outside an automatic answer answers, beside its text: each mail that arrives asks for it, and the text may hold
 * pictures. A quote inside of a text stands in JSON with a backslash, so that no text is taken for the field.
 */
export const replyOutsideMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('auto_reply')
      .addColumn('outside_to', 'text', (c) => c.notNull().defaultTo('known'))
      .execute()
    for (const outsideTo of ['all', 'nobody']) {
      await sql`update auto_reply set outside_to = ${outsideTo}
        where value like ${`%"outsideTo":"${outsideTo}"%`}`.execute(db)
    }
  },
}
