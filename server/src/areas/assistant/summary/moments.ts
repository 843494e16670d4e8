import { CALENDAR_DEFAULTS } from '@yanshu/contracts'
import {
  DAY_FORMS,
  DAY_MS,
  type DayForm,
  dayMeant,
  dayOf,
  directionOf,
  HALF,
  HALF_EN,
  HOUR_MS,
  halfOf,
  hourOfHalf,
  MINUTE,
  MINUTE_MS,
  minuteOfHour,
  minutesOf,
  NUMBER,
  numberOf,
  readDay,
} from '@yanshu/contracts/days'

/** A moment that a text names. */
export interface Moment {
  readonly quote: string
  /** Epoch milliseconds. Where no time is named it is nine in the morning, and the end of work for what is due by then. */
  readonly at: number
  /** Whether something is to be done until then. */
  readonly due: boolean
}

const DEFAULT_HOUR = 9
/** How long a date without its year may have passed that is meant as coming. */
const PAST_DAYS = 60

/** The clock of a day, behind it: the groups that `clockOf` reads. */
const CLOCK = `(?:,?\\s*(?:at\\s+)?(${HALF})?\\s*(?:(${NUMBER})(?:[:：](\\d{2})|[点时]${MINUTE})(?:\\s*(${HALF_EN})(?![a-z]))?|(\\d{1,2})\\s*(${HALF_EN})(?![a-z]))|\\s*(${HALF}))?`

/** A date in Chinese with its 日 or 号, for “3月5家” is none. */
const SIGNED: DayForm = { ...DAY_FORMS.month, source: `${DAY_FORMS.month.source}(?<=[日号])` }

/** The ways to name a day in a text, the surest first: where two overlap the first holds. */
const FORMS: readonly (readonly [RegExp, DayForm])[] = [
  DAY_FORMS.full,
  SIGNED,
  DAY_FORMS.away,
  DAY_FORMS.week,
  DAY_FORMS.dateEn,
  DAY_FORMS.monthEn,
  DAY_FORMS.weekEn,
].map((form) => [new RegExp(form.source + CLOCK, 'gi'), form] as const)

/** What makes a moment the last one for something: the words after it in Chinese, those before it in English. */
const UNTIL_ZH = /^\s*(?:下班)?\s*(?:之?前|以前|截止|为止)/
const UNTIL_EN = /\b(?:by|before|until|no later than)(?:\s+(?:the\s+)?end\s+of(?:\s+\w+)?)?\s+$/i

/** Minutes after midnight. */
const MORNING = DEFAULT_HOUR * 60
const END_OF_WORK = CALENDAR_DEFAULTS.workEnd

/** Minutes after midnight that the groups of `CLOCK` name; null where they name none, NaN for a time that no clock has. */
function clockOf([half, hour, minute, past, quarter, minutes, halfEn, hourEn, behind, alone]: readonly (
  | string
  | undefined
)[]): number | null {
  const written = hour ?? hourEn
  if (written === undefined) return alone === undefined ? null : hourOfHalf(alone) * 60
  const exact = minute === undefined ? minuteOfHour(past, quarter, minutes) : Number(minute)
  const read = numberOf(written)
  if (read > 24 || exact > 59) return Number.NaN
  return read === 24 ? DAY_MS / MINUTE_MS + exact : minutesOf(read, exact, halfOf(half ?? halfEn ?? behind))
}

/** The moments that a sentence names, in its order; “tomorrow” is counted from when the mail was sent. */
export function momentsOf(text: string, sentAt: number, zone: number): Moment[] {
  const today = dayOf(sentAt + zone * HOUR_MS)
  const found: (Moment & { readonly index: number })[] = []
  for (const [pattern, form] of FORMS) {
    for (const match of text.matchAll(pattern)) {
      const { index } = match
      const quote = match[0].trim()
      if (found.some((one) => index < one.index + one.quote.length && one.index < index + quote.length)) continue
      const { length } = form.groups
      const named = readDay(form, match.slice(1, length + 1))
      const day = directionOf(named) >= 0 ? dayMeant(named, today, { side: 'coming', pastDays: PAST_DAYS }) : null
      const due = UNTIL_ZH.test(text.slice(index + quote.length)) || UNTIL_EN.test(text.slice(0, index))
      const clock = clockOf(match.slice(length + 1)) ?? (due ? END_OF_WORK : MORNING)
      if (day === null || !Number.isFinite(clock)) continue
      found.push({ index, quote, due, at: day * DAY_MS + clock * MINUTE_MS - zone * HOUR_MS })
    }
  }
  return found.sort((a, b) => a.index - b.index).map(({ quote, at, due }) => ({ quote, at, due }))
}
