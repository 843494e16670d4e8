import { setImmediate } from 'node:timers/promises'
import type { Availability } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import { holidaysOf } from '../../../calendar-model/chinese/holidays.ts'
import { attendeesOf, type EventRow, repeats, seriesOf } from '../../../calendar-model/rows/eventRows.ts'
import { SERIES_AT_ONCE } from '../../../calendar-model/rows/series.ts'
import type { TransactionContext } from '../../../store/context/context.ts'
import { numberIn } from '../../../store/database/ids.ts'
import type { Schema } from '../../../store/database/schema.ts'

/** A time at which an account is not free. Whole days are midnights of UTC. */
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

/** People whose events are read at a time, and the most of these: other calls are answered in between. */
const PEOPLE_AT_ONCE = 10
const ROWS_AT_ONCE = 5_000
/** The most times that are found of one account. Where a program has filled its calendar, other accounts' times still count. */
const TIMES_OF_ONE_MAX = 2_000

interface Wanted {
  readonly from: number
  readonly to: number
  /** Only times of this event. */
  readonly eventId?: number
}

/** The columns of an event that decide who is busy when. */
const COLUMNS = [
  'event.id',
  'event.calendar_id',
  'event.series_id',
  'event.recurrence_at',
  'event.uid',
  'event.title',
  'event.all_day',
  'event.start_at',
  'event.end_at',
  'event.zone',
  'event.availability',
  'event.cancelled',
  'event.private',
  'event.attendees',
  'event.repeat',
  'event.exdates',
  'event.rdates',
] as const
type BusyRow = Pick<EventRow, Split<(typeof COLUMNS)[number]>>
type Split<Column extends string> = Column extends `event.${infer Name extends keyof EventRow}` ? Name : never

/**
 * When these people are not free between two moments, in the calendars that are their own: without what was cancelled,
 * what they have declined, and what they marked as free.
 */
export async function busyTimes(
  db: Kysely<Schema>,
  context: TransactionContext,
  accountIds: readonly number[],
  wanted: Wanted,
): Promise<BusyTime[]> {
  const found: BusyTime[] = []
  for (let at = 0; at < accountIds.length; at += PEOPLE_AT_ONCE) {
    found.push(...(await busyTimesOf(db, context, accountIds.slice(at, at + PEOPLE_AT_ONCE), wanted)))
    await setImmediate()
  }
  return found.sort((a, b) => a.start - b.start)
}

async function busyTimesOf(
  db: Kysely<Schema>,
  context: TransactionContext,
  accountIds: readonly number[],
  wanted: Wanted,
): Promise<BusyTime[]> {
  const { from, to, eventId } = wanted
  const rows = await db
    .selectFrom('event')
    .innerJoin('calendar', 'calendar.id', 'event.calendar_id')
    .innerJoin('account', 'account.id', 'calendar.account_id')
    .select(COLUMNS)
    .select(['calendar.account_id', 'account.address'])
    .where(numberIn(context.store.engine, 'calendar.account_id', accountIds))
    .where('event.last_at', '>', from)
    .where('event.first_at', '<', to)
    .where('event.series_id', 'is', null)
    .$if(eventId !== undefined, (query) => query.where('event.id', '=', eventId ?? 0))
    .orderBy('event.start_at')
    .limit(ROWS_AT_ONCE)
    .execute()
  if (rows.length === ROWS_AT_ONCE && accountIds.length > 1) {
    // One of them has so many events that those of the others may be missing.
    const alone: BusyTime[] = []
    for (const id of accountIds) alone.push(...(await busyTimesOf(db, context, [id], wanted)))
    return alone
  }
  const bySeries = await exceptionsOf(
    db,
    context,
    rows.filter(repeats).map(({ id }) => id),
  )
  const found: BusyTime[] = []
  const times = new Map<number, number>()
  let expanded = 0
  for (const { account_id, address, ...row } of rows) {
    if ((times.get(account_id) ?? 0) >= TIMES_OF_ONE_MAX) continue
    const add = (one: BusyRow, start = one.start_at) => {
      const end = start + (one.end_at - one.start_at)
      if (start >= to || end <= from || !isBusy(one, address)) return
      times.set(account_id, (times.get(account_id) ?? 0) + 1)
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
    if (++expanded % SERIES_AT_ONCE === 0) await setImmediate()
    const { expandSeries } = await import('../../../calendar-model/recurrence/expand.ts')
    const own = bySeries.get(row.id) ?? []
    const replaced = new Set(own.map((one) => one.recurrence_at))
    const { starts } = expandSeries(seriesOf(row), holidaysOf(context), from - (row.end_at - row.start_at), to - 1)
    for (const start of starts) if (!replaced.has(start)) add(row, start)
    for (const one of own) add(one)
  }
  return found
}

async function exceptionsOf(
  db: Kysely<Schema>,
  { store }: Pick<TransactionContext, 'store'>,
  series: readonly number[],
): Promise<ReadonlyMap<number, BusyRow[]>> {
  if (series.length === 0) return new Map()
  const rows = await db
    .selectFrom('event')
    .select(COLUMNS)
    .where(numberIn(store.engine, 'series_id', series))
    .execute()
  return Map.groupBy(rows, ({ series_id }) => series_id ?? 0)
}

const isBusy = (row: BusyRow, address: string): boolean =>
  row.cancelled === 0 &&
  row.availability !== 'free' &&
  attendeesOf(row).find((one) => one.address.toLowerCase() === address)?.answer !== 'declined'
