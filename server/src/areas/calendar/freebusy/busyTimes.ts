import { setImmediate } from 'node:timers/promises'
import type { Availability } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import type { Context } from '../../../store/context/context.ts'
import { numberIn } from '../../../store/database/ids.ts'
import type { Schema } from '../../../store/database/schema.ts'
import { holidaysOf } from '../chinese/holidays.ts'
import { attendeesOf, type EventRow, repeats, seriesOf } from '../rows/eventRows.ts'

/** A time that somebody is not free. Whole days are midnights of UTC. */
export interface BusyTime {
  readonly accountId: number
  readonly calendarId: number
  readonly eventId: number
  readonly uid: string
  readonly title: string
  readonly private: boolean
  readonly availability: Exclude<Availability, 'free'>
  readonly allDay: boolean
  readonly start: number
  readonly end: number
}

/** The most rows that are read; a calendar that a program filled may have more. */
const ROWS_MAX = 20_000
const AT_ONCE = 150

/**
 * When these people are not free between two moments, in the calendars that are their own: without what was cancelled,
 * what they have declined, and what they marked as free.
 */
export async function busyTimes(
  db: Kysely<Schema>,
  context: Context,
  accountIds: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<BusyTime[]> {
  if (accountIds.length === 0) return []
  const rows = await db
    .selectFrom('event')
    .innerJoin('calendar', 'calendar.id', 'event.calendar_id')
    .innerJoin('account', 'account.id', 'calendar.account_id')
    .selectAll('event')
    .select(['calendar.account_id', 'account.address'])
    .where(numberIn(context.store.engine, 'calendar.account_id', accountIds))
    .where('event.last_at', '>', from)
    .where('event.first_at', '<', to)
    .where('event.series_id', 'is', null)
    .orderBy('event.start_at')
    .limit(ROWS_MAX)
    .execute()
  const series = rows.filter(repeats).map(({ id }) => id)
  const exceptions =
    series.length === 0
      ? []
      : await db
          .selectFrom('event')
          .selectAll()
          .where(numberIn(context.store.engine, 'series_id', series))
          .execute()
  const bySeries = new Map<number, EventRow[]>()
  for (const row of exceptions) bySeries.set(row.series_id ?? 0, [...(bySeries.get(row.series_id ?? 0) ?? []), row])
  const found: BusyTime[] = []
  let expanded = 0
  for (const { account_id, address, ...row } of rows) {
    const add = (one: EventRow, start = one.start_at) => {
      const end = start + (one.end_at - one.start_at)
      if (start >= to || end <= from || !isBusy(one, address)) return
      found.push({
        accountId: account_id,
        calendarId: row.calendar_id,
        eventId: row.id,
        uid: row.uid,
        title: one.title,
        private: one.private === 1,
        availability: one.availability === 'free' ? 'busy' : one.availability,
        allDay: one.all_day === 1,
        start,
        end,
      })
    }
    if (!repeats(row)) {
      add(row)
      continue
    }
    if (++expanded % AT_ONCE === 0) await setImmediate()
    const { expandSeries } = await import('../recurrence/expand.ts')
    const own = bySeries.get(row.id) ?? []
    const replaced = new Set(own.map((one) => one.recurrence_at))
    const { starts } = expandSeries(seriesOf(row), holidaysOf(context), from - (row.end_at - row.start_at), to - 1)
    for (const start of starts) if (!replaced.has(start)) add(row, start)
    for (const one of own) add(one)
  }
  return found.sort((a, b) => a.start - b.start)
}

const isBusy = (row: EventRow, address: string): boolean =>
  row.cancelled === 0 &&
  row.availability !== 'free' &&
  attendeesOf(row).find((one) => one.address.toLowerCase() === address)?.answer !== 'declined'
