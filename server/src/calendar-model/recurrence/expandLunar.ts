import { INSTANCES_PER_SERIES_MAX, instantOf, wallOf } from '@yanshu/contracts'
import { LunarDay, LunarMonth, LunarYear, SolarDay } from 'tyme4ts'
import { DAY_MS, type Expansion, type Series, zoneOf } from '../rows/series.ts'

/** The library's calendar is exact for these years of ours. */
const LAST_YEAR = 2_200

/**
 * The times of an event that keeps its day of the Chinese calendar. A thirtieth falls on the last day of a month that has
 * 29; a day of a leap month happens in the ordinary month of the years without that leap month, and an ordinary one is
 * not repeated in a leap month.
 */
export function expandLunar(
  series: Series,
  every: 'year' | 'month',
  from: number,
  to: number,
  max = INSTANCES_PER_SERIES_MAX,
): Expansion {
  const zone = zoneOf(series)
  const startWall = wallOf(zone, series.start)
  const clock = ((startWall % DAY_MS) + DAY_MS) % DAY_MS
  const first = lunarOf(startWall)
  const starts: number[] = []
  const begin = Math.max(from, series.start)
  const beginYear = lunarOf(wallOf(zone, begin) - 40 * DAY_MS).getYear()
  const endYear = Math.min(new Date(to).getUTCFullYear() + 1, LAST_YEAR)
  for (let year = beginYear; year <= endYear; year += 1) {
    for (const month of monthsOf(year, first, every)) {
      const days = LunarMonth.fromYm(year, month).getDayCount()
      const solar = LunarDay.fromYmd(year, month, Math.min(first.getDay(), days)).getSolarDay()
      const wall = Date.UTC(solar.getYear(), solar.getMonth() - 1, solar.getDay()) + clock
      const start = instantOf(zone, wall)
      if (start < begin || start > to) continue
      if (starts.length === max) return { starts, complete: false }
      starts.push(start)
    }
  }
  return { starts: starts.toSorted((a, b) => a - b), complete: true }
}

function monthsOf(year: number, first: LunarDay, every: 'year' | 'month'): number[] {
  const leap = LunarYear.fromYear(year).getLeapMonth()
  if (every === 'month') {
    const all = Array.from({ length: 12 }, (_, at) => at + 1)
    return leap > 0 ? [...all, -leap] : all
  }
  const month = first.getMonth()
  return [month < 0 && leap !== -month ? -month : month]
}

const lunarOf = (wall: number): LunarDay => {
  const at = new Date(wall)
  return SolarDay.fromYmd(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()).getLunarDay()
}
