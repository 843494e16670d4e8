import type { Holidays } from '../../calendar-model/chinese/holidays.ts'
import { type EventRow, repeats, seriesOf } from '../../calendar-model/rows/eventRows.ts'
import { DAY_MS, FAR_AWAY } from '../../calendar-model/rows/series.ts'
import { CALDAV, childOf, type XmlElement } from '../../platform/dav/xml.ts'

/** Moments in epoch milliseconds; the end is not included. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** Days between UTC and the clocks that are farthest from it: a whole day is one of the reader's clock. */
const FLOATING = 14 / 24

/** A moment of RFC 4791: `20261123T010000Z`, in UTC. NaN for something else. */
export function utcMoment(text: string | undefined): number {
  const parts = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(text ?? '')
  if (!parts) return Number.NaN
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The window of a `time-range`; an end that is not given is far away. null when it is none. */
export function windowOf(element: XmlElement | undefined): Window | null {
  if (!element) return null
  const { start, end } = element.attributes
  const from = start === undefined ? -FAR_AWAY : utcMoment(start)
  const to = end === undefined ? FAR_AWAY : utcMoment(end)
  return from < to ? { from, to } : null
}

/** The window in which a client wants each time of a series by itself; null when it wants the rule. */
export const expansionOf = (wanted: XmlElement | undefined): Window | null =>
  wanted ? windowOf(childOf(wanted, CALDAV, 'expand')) : null

/** Whether an event is in a window; what has no length counts at its moment (RFC 4791 §9.9). */
function inside(row: Pick<EventRow, 'all_day'>, start: number, end: number, { from, to }: Window): boolean {
  const far = row.all_day === 1 ? FLOATING * DAY_MS : 0
  return start - far < to && (end + far > from || (start === end && start >= from))
}

/** The times of an object in a window, each as a row of its own in UTC. */
export async function expandRows(
  rows: readonly EventRow[],
  window: Window,
  holidays: Holidays,
  max?: number,
): Promise<EventRow[]> {
  const { expandSeries } = await import('../../calendar-model/recurrence/expand.ts')
  const replaced = new Set(rows.flatMap((row) => (row.series_id === null ? [] : [row.recurrence_at])))
  const plain = { repeat: null, rdates: '[]', exdates: '[]' }
  const inUtc = (row: EventRow): EventRow => ({ ...row, ...plain, zone: row.all_day === 1 ? row.zone : 'UTC' })
  return rows.flatMap((row) => {
    if (row.series_id !== null || !repeats(row)) {
      return inside(row, row.start_at, row.end_at, window) ? [inUtc(row)] : []
    }
    const length = row.end_at - row.start_at
    const from = Math.max(window.from, row.first_at) - length - DAY_MS
    const to = Math.min(window.to, row.last_at) + DAY_MS
    const { starts } = expandSeries(seriesOf(row), holidays, from, to, max)
    return starts
      .filter((start) => !replaced.has(start) && inside(row, start, start + length, window))
      .map((start) => ({
        ...inUtc(row),
        series_id: row.id,
        recurrence_at: start,
        start_at: start,
        end_at: start + length,
      }))
  })
}

/** Times of a series after which one has been found that no exception replaces. */
const ENOUGH = 50

/** Whether an object happens in a window. */
export const happensIn = async (rows: readonly EventRow[], window: Window, holidays: Holidays): Promise<boolean> =>
  (await expandRows(rows, window, holidays, ENOUGH)).length > 0
