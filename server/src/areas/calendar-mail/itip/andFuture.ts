import { instantOf, wallOf } from '@yanshu/contracts'
import type { Holidays } from '../../../calendar-model/chinese/holidays.ts'
import type { ReadEvent } from '../../../calendar-model/ics/readIcs.ts'
import type * as Expand from '../../../calendar-model/recurrence/expand.ts'
import { type SeriesColumns, seriesOf } from '../../../calendar-model/rows/eventRows.ts'
import { DAY_MS, zoneOf } from '../../../calendar-model/rows/series.ts'

/** As far as "this and all that follow" is written out: times of one message, and days. */
const TIMES_MAX = 200
const DAYS_MAX = 2 * 366

/**
 * Applies the change of one time and all that follow (RANGE=THISANDFUTURE) to each of them: as far from its place in the
 * series as the first, by the clock of the series. What the same message changes of one of them alone goes before.
 */
export function eachTime(
  { expand, holidays }: { readonly expand: typeof Expand; readonly holidays: Holidays },
  series: SeriesColumns,
  instances: readonly ReadEvent[],
): ReadEvent[] {
  const alone = new Set(instances.filter((one) => !one.andFuture).map((one) => one.recurrenceAt))
  return instances.flatMap((one) => {
    const at = one.recurrenceAt
    if (!one.andFuture || at === null) return [one]
    const shape = { ...seriesOf(series), exdates: [] }
    const zone = zoneOf(shape)
    const delta = wallOf(zone, one.start) - wallOf(zone, at)
    const { starts } = expand.expandSeries(shape, holidays, at, at + DAYS_MAX * DAY_MS, TIMES_MAX)
    return starts
      .filter((start) => !alone.has(start))
      .map((recurrenceAt) => {
        const start = instantOf(zone, wallOf(zone, recurrenceAt) + delta)
        return { ...one, recurrenceAt, start, end: start + (one.end - one.start) }
      })
  })
}
