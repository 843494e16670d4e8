import { CALENDAR_WINDOW_DAYS_MAX, type ChineseDay } from '@yanshu/contracts'
import { holidaysOf } from '../../calendar-model/chinese/holidays.ts'
import { BadRequestError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'

const DAY_MS = 86_400_000

/** Days as the Chinese calendar has them, and which of their years have no published holidays yet. */
export async function listDays(
  context: Pick<Context, 'runtime' | 'config' | 'log' | 'now'>,
  from: string,
  to: string,
): Promise<{ days: ChineseDay[]; unpublished: number[] }> {
  const first = Date.parse(`${from}T00:00:00Z`)
  const last = Date.parse(`${to}T00:00:00Z`)
  const years = [new Date(first).getUTCFullYear(), new Date(last).getUTCFullYear()] as const
  if (last < first || (last - first) / DAY_MS > CALENDAR_WINDOW_DAYS_MAX || years[0] < 1900 || years[1] > 2200) {
    throw new BadRequestError(['from', 'to'])
  }
  const holidays = holidaysOf(context)
  // The library of the Chinese calendar is half a megabyte, not needed before a calendar is opened.
  const { dayTexts } = await import('../../calendar-model/chinese/dayTexts.ts')
  const unpublished: number[] = []
  for (let year = years[0]; year <= years[1]; year += 1) if (!holidays.years.has(year)) unpublished.push(year)
  return { days: dayTexts(first, last, holidays), unpublished }
}
