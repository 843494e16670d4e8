import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
type Store = Kysely<any>

/** Stands for the time of what is no single time of a series; before every moment that an event may have. */
const NO_TIME = sql.lit(-9_007_199_254_740_991)

/**
 * An event is in a calendar once: two servers that applied the same invitation stored it twice. Of such doubles the newest
 * stays; one that is the same in what it is about and when it happens goes, with its exceptions handed to the one that
 * stays, and one that differs gets a UID of its own, so that nothing is lost that a person may have written.
 */
export const eventKeyMigration: Migration = {
  async up(db: Store) {
    await partDoubles(db)
    await sql`create unique index event_key on event (calendar_id, uid, coalesce(recurrence_at, ${NO_TIME}))
      where series_id is null`.execute(db)
  },
}

interface Double {
  readonly id: number
  readonly uid: string
}

/** What two doubles have in common that are one event. */
const CONTENT = ['title', 'place', 'all_day', 'start_at', 'end_at', 'repeat', 'exdates', 'rdates'] as const

async function partDoubles(db: Store): Promise<void> {
  const { rows: keys } = await sql<{ calendar_id: number; uid: string; recurrence_at: number | null }>`
    select calendar_id, uid, recurrence_at from event where series_id is null
      group by calendar_id, uid, recurrence_at having count(*) > 1`.execute(db)
  for (const { calendar_id, uid, recurrence_at } of keys) {
    const [kept, ...others] = await db
      .selectFrom('event')
      .select(['id', 'uid', ...CONTENT])
      .where('calendar_id', '=', calendar_id)
      .where('uid', '=', uid)
      .where('series_id', 'is', null)
      .where('recurrence_at', recurrence_at === null ? 'is' : '=', recurrence_at)
      .orderBy('sequence', 'desc')
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    for (const other of others) {
      if (kept && CONTENT.every((name) => kept[name] === other[name])) await join(db, kept, other)
      else await rename(db, other)
    }
  }
}

async function join(db: Store, kept: Double, other: Double): Promise<void> {
  await sql`update event set series_id = ${kept.id} where series_id = ${other.id}
    and recurrence_at not in (select recurrence_at from event where series_id = ${kept.id})`.execute(db)
  await db.deleteFrom('event').where('id', '=', other.id).execute()
}

async function rename(db: Store, { id, uid }: Double): Promise<void> {
  await db
    .updateTable('event')
    .set({ uid: `${uid}~${id}` })
    .where((eb) => eb.or([eb('id', '=', id), eb('series_id', '=', id)]))
    .execute()
}
