import { realDay } from './days.ts'
import { DAY_FORMS, type DayForm, readDay } from './namedDay.ts'
import { HALF, readTime } from './times.ts'
import { isoOf } from './wallText.ts'

/** What is written in a field for a date: a day, and where it has one a clock time of 24 hours. */
export interface Written {
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** `HH:mm` or `HH:mm:ss`. */
  readonly time: string | null
}

/** `20261102`. */
const COMPACT: DayForm = { ...DAY_FORMS.full, source: '(\\d{4})(\\d\\d)(\\d\\d)' }
/** `11-2`, `11/2`, `11.2`. */
const SHORT: DayForm = { ...DAY_FORMS.slashed, source: '(\\d{1,2})\\s*[-/.]\\s*(\\d{1,2})' }

/** Each with what may stand behind it as the last group. */
const FORMS = [DAY_FORMS.full, DAY_FORMS.month, SHORT, COMPACT].map(
  (form) => [new RegExp(`^${form.source}(?:[\\st]+|$|(?=${HALF}))(.*)$`), form] as const,
)
const LENGTH_MAX = 60

/**
 * Reads a date as people write it: `2026-11-02`, `2026/11/2`, `2026.11.2`, `2026年11月2日`, `20261102`, and behind it
 * what `readTime` reads. A day without its year is one of `year`. Full-width digits count.
 * @returns null for anything else, or for a day or a time that does not exist.
 */
export function readWritten(text: string, year: number, hours12 = false): Written | null {
  const plain = text.normalize('NFKC').trim().toLowerCase()
  if (plain.length > LENGTH_MAX) return null
  for (const [pattern, form] of FORMS) {
    const found = pattern.exec(plain)
    const named = found && readDay(form, found.slice(1))
    if (!named || !('date' in named)) continue
    const day = realDay(named.year ?? year + (named.yearsAway ?? 0), named.month, named.date)
    if (day === null) return null
    const behind = (found.at(-1) ?? '').trim()
    const time = behind === '' ? null : readTime(behind, { hours12, seconds: true })
    return behind !== '' && time === null ? null : { day: isoOf(day), time }
  }
  return null
}
