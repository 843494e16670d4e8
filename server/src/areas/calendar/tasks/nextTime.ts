import { instantOf, wallOf } from '@yanshu/contracts'
import type { Holidays } from '../../../calendar-model/chinese/holidays.ts'
import type * as Expand from '../../../calendar-model/recurrence/expand.ts'
import { DAY_MS, type Series, zoneOf } from '../../../calendar-model/rows/series.ts'
import { seriesOfTask, type TaskRow } from '../../../calendar-model/rows/taskRows.ts'

/** Days ahead in which the next time is looked for, the near ones first: a year of days costs more than a month. */
const AHEAD = [62, 800, 8_000] as const

/** The columns of a task that are others at its next time. */
export type NextTime = Pick<TaskRow, 'start_at' | 'due_at' | 'repeat' | 'exdates' | 'rdates'>

/**
 * When a task that repeats is to be done next: the first time after this one that is not due before today, so that what
 * was late does not come again for each day that it was. null when there is none.
 */
export async function nextTime(row: TaskRow, holidays: Holidays, now: number): Promise<NextTime | null> {
  const series = seriesOfTask(row)
  if (!series || (series.repeat === null && series.rdates.length === 0)) return null
  const expand = await import('../../../calendar-model/recurrence/expand.ts')
  const length = (row.due_at ?? series.start) - series.start
  const from = Math.max(series.start + 1, todayOf(row, now) - length)
  const next = firstFrom(expand, series, holidays, from)
  if (next === undefined) return null
  return {
    start_at: row.start_at === null ? null : next,
    due_at: row.due_at === null ? null : next + length,
    repeat: series.repeat && JSON.stringify(await remaining(series, next)),
    exdates: JSON.stringify(series.exdates.filter((one) => one > next)),
    rdates: JSON.stringify(series.rdates.filter((one) => one > next)),
  }
}

/** When today began, by the clock that the task keeps. */
function todayOf(row: Pick<TaskRow, 'all_day' | 'zone'>, now: number): number {
  const day = Math.floor(wallOf(row.zone, now) / DAY_MS) * DAY_MS
  return row.all_day === 1 ? day : instantOf(row.zone, day)
}

function firstFrom(expand: typeof Expand, series: Series, holidays: Holidays, from: number): number | undefined {
  for (const days of AHEAD) {
    const [first] = expand.expandSeries(series, holidays, from, from + days * DAY_MS).starts
    if (first !== undefined) return first
  }
  return undefined
}

/** What is left of a repetition that is counted, from one of its times on. */
async function remaining(series: Series, next: number): Promise<Series['repeat']> {
  const { repeat } = series
  if (repeat?.kind !== 'rule') return repeat
  const [{ parseRule, writeRule }, { countBefore }] = await Promise.all([
    import('../../../calendar-model/recurrence/ruleText.ts'),
    import('../../../calendar-model/recurrence/expandRule.ts'),
  ])
  const parts = parseRule(repeat.rule)
  const count = Number(parts.get('COUNT') ?? 0)
  const gone = count === 0 ? null : countBefore(series, repeat.rule, next)
  if (gone === null) return repeat
  parts.set('COUNT', `${Math.max(1, count - gone)}`)
  return { kind: 'rule', rule: writeRule(parts) }
}

/** How a task repeats after it was moved: a Friday that becomes a Monday is one in the rule too. */
export async function movedRepeat(row: TaskRow, start: number, allDay: boolean): Promise<string | null> {
  const series = seriesOfTask(row)
  if (series?.repeat?.kind !== 'rule') return row.repeat
  const { shiftRule } = await import('../../../calendar-model/recurrence/shiftRule.ts')
  const wall = wallOf(zoneOf(series), series.start)
  const delta = wallOf(allDay ? 'UTC' : row.zone, start) - wall
  return JSON.stringify({ kind: 'rule', rule: shiftRule(series.repeat.rule, wall, delta) })
}
