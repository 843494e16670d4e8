import { PAGE_SIZES } from '@yanshu/contracts'
import { type FormatChoice, formatBy } from '@yanshu/shell-api'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** An afternoon, where the two clocks differ. */
const EXAMPLE = 14 * HOUR + 5 * 60_000

/** The page sizes to choose from, with the one in use should it be another. */
export function pageSizes(current: number): readonly number[] {
  const offered: readonly number[] = PAGE_SIZES
  return offered.includes(current) ? offered : [...offered, current].sort((a, b) => a - b)
}

/** Five past two in the afternoon, as a clock of 12 or 24 hours says it. */
export function clockExample(language: FormatChoice['language'], timeFormat: FormatChoice['timeFormat']): string {
  return formatBy({ language, timeZone: 0, timeFormat, now: () => DAY + EXAMPLE }).mailTime(DAY + EXAMPLE)
}
