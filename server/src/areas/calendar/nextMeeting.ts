import { sql } from 'kysely'
import { attendeesOf, type EventRow } from '../../calendar-model/rows/eventRows.ts'
import { DAY_MS } from '../../calendar-model/rows/series.ts'
import type { Context } from '../../store/context/context.ts'
import { numberIn } from '../../store/database/ids.ts'
import { type Asking, organizerIn } from '../calendar-store/index.ts'
import { listInstances } from './windows.service.ts'

/** How far ahead a meeting is looked for. */
const AHEAD_DAYS = 60
/** Rows that name the address, the newest first. */
const ROWS_MAX = 500

export interface NextMeeting {
  readonly eventId: number
  readonly title: string
  readonly start: number
  readonly end: number
  readonly allDay: boolean
}

/**
 * The next meeting of the calendars of one's own to which a person comes, or to which they have invited; null when there
 * is none within 60 days. What is cancelled, and what either of the two has declined, is none.
 */
export async function nextMeeting(context: Context, asking: Asking, written: string): Promise<NextMeeting | null> {
  const address = written.trim().toLowerCase()
  const { db, engine } = context.store
  const now = context.now()
  const calendars = await db
    .selectFrom('calendar')
    .select('id')
    .where('account_id', '=', asking.accountId)
    .where('id', 'not in', (eb) => eb.selectFrom('calendar_subscription').select('calendar_id'))
    .execute()
  if (address === '' || calendars.length === 0) return null
  const calendarIds = calendars.map(({ id }) => id)
  const pattern = `%"${address.replace(/[\\%_]/g, '\\$&')}"%`
  const naming = await db
    .selectFrom('event')
    .select(['id', 'series_id', 'recurrence_at', 'attendees', 'organizer'])
    .where(numberIn(engine, 'calendar_id', calendarIds))
    .where('last_at', '>', now)
    .where(sql<boolean>`(lower(attendees) like ${pattern} escape '\\' or lower(organizer) like ${pattern} escape '\\')`)
    .orderBy('id', 'desc')
    .limit(ROWS_MAX)
    .execute()
  const rows = new Map(naming.filter((row) => comes(row, address)).map((row) => [keyOf(row), row]))
  if (rows.size === 0) return null
  // A whole day back, so that expansions that are kept are of use until tomorrow.
  const from = Math.floor(now / DAY_MS) * DAY_MS
  const window = { from, to: from + AHEAD_DAYS * DAY_MS, calendarIds }
  const { instances } = await listInstances(context, asking, window)
  const next = instances.find(
    (one) =>
      one.end > now &&
      !one.cancelled &&
      one.answer !== 'declined' &&
      rows.has(one.exception ? `${one.eventId} ${one.at}` : `${one.eventId}`),
  )
  if (!next) return null
  const { eventId, title, start, end, allDay } = next
  return { eventId, title, start, end, allDay }
}

type Naming = Pick<EventRow, 'id' | 'series_id' | 'recurrence_at' | 'attendees' | 'organizer'>

const keyOf = (row: Naming): string => (row.series_id === null ? `${row.id}` : `${row.series_id} ${row.recurrence_at}`)

/** Whether an address has invited to an event, or is invited and has not declined. */
const comes = (row: Naming, address: string): boolean =>
  organizerIn(row)?.address.toLowerCase() === address ||
  attendeesOf(row).some((one) => one.address.toLowerCase() === address && one.answer !== 'declined')
