import { setImmediate } from 'node:timers/promises'
import { CALENDAR_WINDOW_DAYS_MAX, type CalendarLevel, type EventInstance } from '@yanshu/contracts'
import { sql } from 'kysely'
import { holidaysOf } from '../../calendar-model/chinese/holidays.ts'
import { CalendarNotFoundError } from '../../calendar-model/rows/errors.ts'
import { attendeesOf, type EventRow, repeats, seriesOf } from '../../calendar-model/rows/eventRows.ts'
import { DAY_MS, type Expansion, SERIES_AT_ONCE } from '../../calendar-model/rows/series.ts'
import { BadRequestError } from '../../platform/http/errors.ts'
import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import type { Context } from '../../store/context/context.ts'
import { numberIn } from '../../store/database/ids.ts'
import { type Asking, allows, listCalendars, seenCalendars } from '../calendar-store/index.ts'

/** Instances of one answer: more than any view draws. */
export const INSTANCES_MAX = 5_000
/** Series that are expanded for one answer. */
export const SERIES_MAX = 2_000
/** Expansions that are kept, for windows that are opened again. */
const KEPT_MAX = 5_000

const COLUMNS = [
  'id',
  'calendar_id',
  'series_id',
  'recurrence_at',
  'version',
  'title',
  'place',
  'all_day',
  'start_at',
  'end_at',
  'zone',
  'availability',
  'cancelled',
  'private',
  'color',
  'attendees',
  'repeat',
  'exdates',
  'rdates',
] as const
type WindowRow = Pick<EventRow, (typeof COLUMNS)[number]>

export interface InstancesOfWindow {
  readonly instances: EventInstance[]
  readonly shortened: number[]
}

/**
 * What happens between two moments in the calendars that a person shows, or in those that are named. SQL finds what may
 * happen there, by when it begins first and ends last; only what repeats is expanded. Of more than `INSTANCES_MAX` the
 * earliest are answered, and `shortened` names what is missing. Throws `CalendarNotFoundError`.
 */
export async function listInstances(
  context: Context,
  asking: Asking,
  window: { readonly from: number; readonly to: number; readonly calendarIds?: readonly number[] | undefined },
): Promise<InstancesOfWindow> {
  const { from, to } = window
  if (!(to > from) || to - from > CALENDAR_WINDOW_DAYS_MAX * DAY_MS) throw new BadRequestError(['from', 'to'])
  const calendars = await levelsOf(context, asking.accountId, window.calendarIds)
  if (calendars.size === 0) return { instances: [], shortened: [] }
  const calendarIds = [...calendars.keys()]
  const single = await singleEvents(context, calendarIds, from, to)
  const series = await seriesIn(context, calendarIds, from, to)
  const shortened = series.splice(SERIES_MAX).map(({ id }) => id)
  const exceptions = await exceptionsOf(context, series)
  const found: EventInstance[] = []
  for (const row of single) {
    const level = calendars.get(row.calendar_id)
    if (level) found.push(instanceOf(row, asking, level))
  }
  const expand = expander(context, from, to)
  /** What begins later is not among the earliest. */
  let latest = to
  for (const [at, row] of series.entries()) {
    const level = calendars.get(row.calendar_id)
    if (!level) continue
    if (at % SERIES_AT_ONCE === SERIES_AT_ONCE - 1) await setImmediate()
    const own = exceptions.get(row.id) ?? []
    const { starts, complete } = await expand(row)
    if (!complete) shortened.push(row.id)
    const replaced = new Set(own.map((one) => one.recurrence_at))
    const length = row.end_at - row.start_at
    for (const start of starts) {
      if (start > latest) {
        shortened.push(row.id)
        break
      }
      if (!replaced.has(start)) {
        found.push(instanceOf({ ...row, start_at: start, end_at: start + length }, asking, level, row, start))
      }
    }
    for (const one of own) {
      if (overlaps(one, from, to)) found.push(instanceOf(one, asking, level, row, one.recurrence_at ?? one.start_at))
    }
    if (found.length > 2 * INSTANCES_MAX) {
      shortened.push(...keepEarliest(found))
      latest = found.at(-1)?.start ?? to
    }
  }
  shortened.push(...keepEarliest(found))
  return { instances: found, shortened: [...new Set(shortened)] }
}

/** Puts instances in order and removes those after the first `INSTANCES_MAX`. Answers the events of which some are gone. */
function keepEarliest(found: EventInstance[]): number[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end || a.eventId - b.eventId)
  return found.splice(INSTANCES_MAX).map((one) => one.eventId)
}

async function levelsOf(
  context: Context,
  accountId: number,
  only: readonly number[] | undefined,
): Promise<ReadonlyMap<number, CalendarLevel>> {
  if (only) {
    const seen = await seenCalendars(context.store.db, accountId, only)
    if (seen.length < new Set(only).size) throw new CalendarNotFoundError()
    return new Map(seen.map(({ id, level }) => [id, level]))
  }
  const all = await listCalendars(context, accountId)
  return new Map(all.filter(({ shown }) => shown).map(({ calendarId, level }) => [calendarId, level]))
}

const overlaps = (row: Pick<WindowRow, 'start_at' | 'end_at'>, from: number, to: number): boolean =>
  row.start_at < to && (row.end_at > from || (row.end_at === row.start_at && row.end_at >= from))

/** What may happen in a window, by its first and its last moment. */
const inWindow = ({ store }: Context, calendarIds: readonly number[], from: number, to: number) =>
  store.db
    .selectFrom('event')
    .select(COLUMNS)
    .where(numberIn(store.engine, 'calendar_id', calendarIds))
    .where('series_id', 'is', null)
    .where('last_at', '>=', from)
    .where('first_at', '<', to)
    .orderBy('start_at')

const singleEvents = (context: Context, calendarIds: readonly number[], from: number, to: number) =>
  inWindow(context, calendarIds, from, to)
    .where('repeat', 'is', null)
    .where('rdates', '=', '[]')
    .where((eb) => eb.or([eb('last_at', '>', from), eb('start_at', '=', eb.ref('end_at'))]))
    .limit(INSTANCES_MAX + 1)
    .execute()

const seriesIn = (context: Context, calendarIds: readonly number[], from: number, to: number) =>
  inWindow(context, calendarIds, from, to)
    .where((eb) => eb.or([eb('repeat', 'is not', null), eb('rdates', '<>', '[]')]))
    .limit(SERIES_MAX + 1)
    .execute()

async function exceptionsOf({ store }: Context, rows: readonly WindowRow[]): Promise<ReadonlyMap<number, WindowRow[]>> {
  const series = rows.map(({ id }) => id)
  if (series.length === 0) return new Map()
  const found = await store.db
    .selectFrom('event')
    .select(COLUMNS)
    .where(numberIn(store.engine, 'series_id', series))
    .execute()
  return Map.groupBy(found, ({ series_id }) => series_id ?? 0)
}

const EXPANSIONS: RuntimePart<Map<string, Expansion>> = { name: 'expansions of events' }

/** Expands rows for one window, and remembers what it found for as long as the row and the holidays are the same. */
function expander(context: Context, from: number, to: number) {
  const known = context.runtime.use(EXPANSIONS, () => new Map<string, Expansion>())
  const holidays = holidaysOf(context)
  return async (row: WindowRow): Promise<Expansion> => {
    const key = `${row.id} ${row.version} ${from} ${to} ${row.repeat?.includes('workday') ? [...holidays.years].join() : ''}`
    const there = known.get(key)
    if (there) return there
    // Two libraries of half a megabyte, not needed before something repeats.
    const { expandSeries } = await import('../../calendar-model/recurrence/expand.ts')
    const series = seriesOf(row)
    const length = series.end - series.start
    const found = expandSeries(series, holidays, from - length, to - 1)
    const made = {
      ...found,
      starts: found.starts.filter((one) => one + length > from || (length === 0 && one >= from)),
    }
    if (known.size >= KEPT_MAX) for (const old of [...known.keys()].slice(0, KEPT_MAX / 5)) known.delete(old)
    known.set(key, made)
    return made
  }
}

/** A row as an account with a level may see it; `series` and `at` name it when it is one time of many. */
export function instanceOf(
  row: WindowRow,
  asking: Asking,
  level: CalendarLevel,
  series: WindowRow = row,
  at: number = row.start_at,
): EventInstance {
  const hidden = !allows(level, 'view') || (row.private === 1 && level !== 'own')
  const people = hidden ? [] : attendeesOf(row)
  return {
    eventId: series.id,
    calendarId: row.calendar_id,
    at,
    start: row.start_at,
    end: row.end_at,
    allDay: row.all_day === 1,
    title: hidden ? '' : row.title,
    place: hidden ? '' : row.place,
    color: hidden ? null : row.color,
    availability: row.availability,
    cancelled: row.cancelled === 1,
    private: row.private === 1,
    repeats: repeats(series),
    exception: row.series_id !== null,
    people: people.length,
    answer: people.find(({ address }) => address.toLowerCase() === asking.address)?.answer ?? '',
    version: series.version,
  }
}

/** Events whose title or place has these words; those to come first, then the latest. */
export async function searchEvents(context: Context, asking: Asking, keyword: string): Promise<EventInstance[]> {
  const words = keyword.trim().toLowerCase().split(/\s+/).filter(Boolean).slice(0, 5)
  if (words.length === 0) return []
  const seen = await seenCalendars(context.store.db, asking.accountId)
  const readable = new Map(seen.filter(({ level }) => allows(level, 'view')).map(({ id, level }) => [id, level]))
  if (readable.size === 0) return []
  const { store, now } = context
  let query = store.db
    .selectFrom('event')
    .select(COLUMNS)
    .where(numberIn(store.engine, 'calendar_id', [...readable.keys()]))
    .where('series_id', 'is', null)
  for (const word of words) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(
      sql<boolean>`(lower(title) like ${pattern} escape '\\' or lower(place) like ${pattern} escape '\\')`,
    )
  }
  const rows = await query.orderBy('last_at', 'desc').limit(40).execute()
  const expand = expander(context, now(), now() + 60 * DAY_MS)
  const found: EventInstance[] = []
  for (const row of rows) {
    const level = readable.get(row.calendar_id)
    if (!level || (row.private === 1 && level !== 'own')) continue
    const length = row.end_at - row.start_at
    const next = repeats(row) ? (await expand(row)).starts[0] : undefined
    const start = next ?? row.start_at
    found.push(instanceOf({ ...row, start_at: start, end_at: start + length }, asking, level, row, start))
  }
  const soon = found.filter(({ end }) => end >= now()).toSorted((a, b) => a.start - b.start)
  const past = found.filter(({ end }) => end < now()).toSorted((a, b) => b.start - a.start)
  return [...soon, ...past].slice(0, 12)
}
