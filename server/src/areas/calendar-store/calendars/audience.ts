import { sql } from 'kysely'
import type { Context } from '../../../store/context/context.ts'

/** The most windows that are notified of one change; others read again when they come to the front. */
const AUDIENCE_MAX = 500
const DEPTH_MAX = 20

/** The people who may see one of these calendars: their owners, and those they are shared with. */
async function audienceOf({ store }: Pick<Context, 'store'>, calendarIds: readonly number[]): Promise<number[]> {
  const list = sql.join(calendarIds)
  const { rows } = await sql<{ id: number }>`
    with recursive share(subject, subject_id) as materialized (
      select subject, subject_id from calendar_share where calendar_id in (${list})),
    below(id, depth) as (
      select subject_id, 0 from share where subject = 'department'
      union all
      select department.id, depth + 1 from department join below on department.parent_id = below.id
        where depth < ${sql.lit(DEPTH_MAX)})
    select account_id as id from calendar where id in (${list})
    union
    select subject_id as id from share where subject = 'person'
    union
    select id from account where dept_id in (select id from below)
    union
    select account_id as id from part_time_department where department_id in (select id from below)
    union
    select id from account where exists (select 1 from share where subject = 'everyone')
    limit ${sql.lit(AUDIENCE_MAX)}`.execute(store.db)
  return rows.map(({ id }) => Number(id))
}

/** Notifies the open windows of the accounts that see these calendars. Call it after the commit. */
export async function announceCalendars(
  context: Pick<Context, 'store' | 'events' | 'log'>,
  calendarIds: readonly number[],
  more: readonly number[] = [],
): Promise<void> {
  const ids = [...new Set(calendarIds)]
  if (ids.length === 0) return
  try {
    const message = { optType: 'event', name: 'calendar.changed', data: { calendarIds: ids.slice(0, 100) } } as const
    for (const accountId of new Set([...(await audienceOf(context, ids)), ...more])) {
      context.events.publish(accountId, message)
    }
  } catch (err) {
    // The change is stored; a window that was not notified reads it when it comes to the front.
    context.log.warn({ err }, 'windows could not be told of a changed calendar')
  }
}
