import { PAGE_SIZES } from '@yanshu/contracts'
import { DAY_MS, HOUR_MS } from '@yanshu/contracts/days'
import { type FormatChoice, formatBy } from '@yanshu/shell-api'

/** An afternoon, where the two clocks differ. */
const EXAMPLE = 14 * HOUR_MS + 5 * 60_000

/** The page sizes to choose from, with the one in use should it be another. */
export function pageSizes(current: number): readonly number[] {
  const offered: readonly number[] = PAGE_SIZES
  return offered.includes(current) ? offered : [...offered, current].sort((a, b) => a - b)
}

/** Five past two in the afternoon, as a clock of 12 or 24 hours shows it. */
export function clockExample(language: FormatChoice['language'], timeFormat: FormatChoice['timeFormat']): string {
  return formatBy({ language, timeZone: 0, timeFormat, now: () => DAY_MS + EXAMPLE }).mailTime(DAY_MS + EXAMPLE)
}
