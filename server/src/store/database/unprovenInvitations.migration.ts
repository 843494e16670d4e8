import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether the domain of who sent a calendar object is confirmed by nothing; such an object changes no event by itself. */
export const unprovenInvitationsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('invitation_arrival')
      .addColumn('unproven', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
