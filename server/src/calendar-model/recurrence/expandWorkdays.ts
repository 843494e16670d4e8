import { INSTANCES_PER_SERIES_MAX, instantOf, wallOf } from '@yanshu/contracts'
import { type Holidays, isWorkday } from '../chinese/holidays.ts'
import { DAY_MS, type Expansion, type Series, zoneOf } from '../rows/series.ts'

/** The times of an event on every day that people work: legal holidays left out, made-up weekends taken in. */
export function expandWorkdays(
  series: Series,
  holidays: Holidays,
  from: number,
  to: number,
  max = INSTANCES_PER_SERIES_MAX,
): Expansion {
  const zone = zoneOf(series)
  const startWall = wallOf(zone, series.start)
  const clock = ((startWall % DAY_MS) + DAY_MS) % DAY_MS
  const begin = Math.max(from, series.start)
  const starts: number[] = []
  for (let day = Math.floor(wallOf(zone, begin) / DAY_MS); day * DAY_MS <= wallOf(zone, to); day += 1) {
    if (!isWorkday(holidays, day * DAY_MS)) continue
    const start = instantOf(zone, day * DAY_MS + clock)
    if (start < begin || start > to) continue
    if (starts.length === max) return { starts, complete: false }
    starts.push(start)
  }
  return { starts, complete: true }
}
