import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** From 1900 to the end of 2199, and the end of series without one. Released: they never change. */
const [FIRST, LAST, FAR] = [-2_208_988_800_000, 7_258_118_400_000, 253_370_764_800_000]
const HOUR = 3_600_000
const DAY = 86_400_000

/**
 * Brings events and tasks that an earlier version took in at moments that no view can draw to where they can be seen and
 * deleted: their end to an hour or a day after their start, and a start that is out of bounds to the nearest moment.
 */
export const calendarBoundsMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const length = sql`case when all_day = 1 then ${sql.lit(DAY)} else ${sql.lit(HOUR)} end`
    await sql`update event set start_at = case when start_at < ${sql.lit(FIRST)} then ${sql.lit(FIRST)}
        else ${sql.lit(LAST - DAY)} end
      where start_at < ${sql.lit(FIRST)} or start_at > ${sql.lit(LAST - DAY)}`.execute(db)
    await sql`update event set end_at = start_at + ${length}
      where end_at < start_at or end_at > ${sql.lit(LAST)}`.execute(db)
    await sql`update event set first_at = start_at where first_at < ${sql.lit(FIRST)} or first_at > ${sql.lit(LAST)}`.execute(
      db,
    )
    await sql`update event set last_at = end_at
      where last_at < ${sql.lit(FIRST)} or last_at > ${sql.lit(FAR)} or (repeat is null and last_at > ${sql.lit(LAST)})`.execute(
      db,
    )
    for (const column of ['start_at', 'due_at']) {
      const at = sql.ref(column)
      await sql`update task set ${at} = case when ${at} < ${sql.lit(FIRST)} then ${sql.lit(FIRST)} else ${sql.lit(LAST)} end
        where ${at} < ${sql.lit(FIRST)} or ${at} > ${sql.lit(LAST)}`.execute(db)
    }
  },
}
