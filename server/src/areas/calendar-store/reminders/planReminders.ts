import { instantOf, zoneOfPerson } from '@yanshu/contracts'
import { holidaysOf } from '../../../calendar-model/chinese/holidays.ts'
import { attendeesOf, type EventRow, repeats, seriesOf } from '../../../calendar-model/rows/eventRows.ts'
import { DAY_MS } from '../../../calendar-model/rows/series.ts'
import type { TransactionContext } from '../../../store/context/context.ts'
import { type Trx, within } from '../../../store/database/transact.ts'
import { enqueue, type Wanted } from '../../../store/jobs/index.ts'
import { readSettings } from '../../../store/profile/settings.ts'
import { isOwn, type Owner, ownerOf } from '../rows/organiser.ts'

/** The job of an event's reminders; its key is the event's id. */
export const REMINDER = 'calendar.reminder'

const MINUTE_MS = 60_000
/** Times of a series of which the next one is among the first: those of two days at most lie before it. */
const CANDIDATES = 100
/** How far ahead a time of a series is looked for; what lies further is found when the reminder before it was due. */
const AHEAD_MS = 400 * DAY_MS
/** Reminders of whole days count from nine o'clock: a reminder at midnight would be of no use. */
const WHOLE_DAY_AT_MS = 9 * 60 * MINUTE_MS

interface Time {
  readonly at: number
  readonly start: number
  readonly due: number
}

interface Reminded extends Owner {
  /** IANA name of the zone in which they live. */
  readonly zone: string
}

interface Asked {
  readonly series: EventRow
  readonly rows: readonly EventRow[]
  readonly owner: Reminded
  readonly minutes: number
}

async function ownerOfEvent(
  trx: Trx,
  context: Pick<TransactionContext, 'store'>,
  row: EventRow,
): Promise<Reminded | null> {
  const calendar = await trx
    .selectFrom('calendar')
    .select('account_id')
    .where('id', '=', row.calendar_id)
    .executeTakeFirst()
  if (!calendar) return null
  const settings = await readSettings(within(trx, context), calendar.account_id)
  return { ...(await ownerOf(trx, calendar.account_id)), zone: zoneOfPerson(settings) }
}

/** When a person in a zone is reminded of something: whole days lie at midnight of UTC and mean days of that zone. */
export function dueOf(row: Pick<EventRow, 'all_day'>, start: number, minutes: number, zone: string): number {
  const moment = row.all_day === 1 ? instantOf(zone, start) + WHOLE_DAY_AT_MS : start
  return moment - minutes * MINUTE_MS
}

/**
 * Notes when each reminder of these events is due next, in the transaction that changes them. Times in the past get
 * none: a person who writes down what was yesterday needs no reminder.
 * @param after moments from which the next one is looked for, by the minutes of a reminder; now when left out
 */
export async function planReminders(
  trx: Trx,
  context: TransactionContext,
  eventIds: readonly number[],
  after: ReadonlyMap<number, number> = new Map(),
): Promise<void> {
  const wanted: Wanted[] = []
  for (const id of new Set(eventIds)) {
    const rows = await trx
      .selectFrom('event')
      .selectAll()
      .where((eb) => eb.or([eb('id', '=', id), eb('series_id', '=', id)]))
      .execute()
    const series = rows.find((row) => row.id === id)
    // A reminder that was put off (less than nothing) stays, as long as the event does.
    if (after.size === 0) {
      await trx.deleteFrom('reminder').where('event_id', '=', id).where('minutes', '>=', 0).execute()
    }
    const owner = series && (await ownerOfEvent(trx, context, series))
    if (!owner) continue
    for (const minutes of after.keys()) {
      await trx.deleteFrom('reminder').where('event_id', '=', id).where('minutes', '=', minutes).execute()
    }
    const chosen = new Set(rows.flatMap((row) => JSON.parse(row.reminders) as number[]))
    for (const minutes of chosen) {
      if (after.size > 0 && !after.has(minutes)) continue
      const next = await nextTime(context, { series, rows, owner, minutes }, after.get(minutes) ?? context.now() - 1)
      if (!next) continue
      await trx
        .insertInto('reminder')
        .values({ event_id: id, minutes, due_at: next.due, at: next.at, start_at: next.start })
        .execute()
      wanted.push({ key: `${id}`, at: next.due })
    }
  }
  await enqueue(trx, context, REMINDER, wanted)
}

/** The first time of an event that has a reminder of so many minutes which is due after a moment. */
async function nextTime(
  context: TransactionContext,
  { series, rows, owner, minutes }: Asked,
  after: number,
): Promise<Time | null> {
  const times: Time[] = []
  const add = (row: EventRow, start: number, at: number) => {
    const due = dueOf(row, start, minutes, owner.zone)
    if (due > after) times.push({ at, start, due })
  }
  const reminds = (row: EventRow) =>
    row.cancelled === 0 &&
    (JSON.parse(row.reminders) as number[]).includes(minutes) &&
    attendeesOf(row).find(({ address }) => isOwn(owner, address))?.answer !== 'declined'
  const exceptions = rows.filter((row) => row.series_id !== null)
  for (const row of exceptions) if (reminds(row)) add(row, row.start_at, row.recurrence_at ?? row.start_at)
  if (reminds(series)) {
    if (!repeats(series)) add(series, series.start_at, series.recurrence_at ?? series.start_at)
    else {
      const { expandSeries } = await import('../../../calendar-model/recurrence/expand.ts')
      const replaced = new Set(exceptions.map((row) => row.recurrence_at))
      const from = after + minutes * MINUTE_MS - DAY_MS
      const { starts } = expandSeries(seriesOf(series), holidaysOf(context), from, from + AHEAD_MS)
      for (const start of starts.filter((one) => !replaced.has(one)).slice(0, CANDIDATES)) add(series, start, start)
    }
  }
  return times.toSorted((a, b) => a.due - b.due)[0] ?? null
}
