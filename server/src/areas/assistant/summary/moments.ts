import { CALENDAR_DEFAULTS } from '@yanshu/contracts'

/** A moment that a text names. */
export interface Moment {
  readonly quote: string
  /** Epoch milliseconds. Where no time is named it is nine in the morning, and the end of work for what is due by then. */
  readonly at: number
  /** Whether something is to be done until then. */
  readonly due: boolean
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DEFAULT_HOUR = 9

const NUMBER_ZH = String.raw`\d{1,2}|[零〇一二两三四五六七八九十]{1,3}`
const CLOCK_ZH = String.raw`(?:\s*(凌晨|上午|早上|中午|下午|傍晚|晚上|晚)?\s*(?:(${NUMBER_ZH})(?:[:：](\d{2})|[点时](?:(半|一刻|三刻)|(${NUMBER_ZH})分?)?)))?`
const CLOCK_EN = String.raw`(?:,?\s+(?:at\s+)?(\d{1,2})(?::(\d{2}))?\s*(am|pm)\b|,?\s+(?:at\s+)?(\d{1,2}):(\d{2}))?`
const WEEKDAYS_ZH = '一二三四五六日天'
const WEEKDAYS_EN = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const MONTHS_EN = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const DATE_ZH = new RegExp(
  String.raw`(?:(\d{4})\s*年\s*)?(${NUMBER_ZH})\s*月\s*(${NUMBER_ZH})\s*[日号]${CLOCK_ZH}`,
  'g',
)
const ISO = new RegExp(String.raw`(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)${CLOCK_ZH}`, 'g')
const DAY_ZH = new RegExp(`(今天|明天|后天|大后天|今晚|明晚|明早)${CLOCK_ZH}`, 'g')
const WEEK_ZH = new RegExp(`(下下|下|本|这)?(?:个)?(?:周|星期|礼拜)([一二三四五六日天])${CLOCK_ZH}`, 'g')
const DAY_EN = new RegExp(String.raw`\b(today|tomorrow)\b${CLOCK_EN}`, 'gi')
const WEEK_EN = new RegExp(String.raw`\b(next\s+)?(${WEEKDAYS_EN.join('|')})\b${CLOCK_EN}`, 'gi')
const DATE_EN = new RegExp(
  String.raw`\b(?:(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(${MONTHS_EN.join('|')})[a-z]*|(${MONTHS_EN.join('|')})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?)\b(?:,?\s+(\d{4}))?${CLOCK_EN}`,
  'gi',
)

/** What makes a moment the last one for something: the words after it in Chinese, those before it in English. */
const UNTIL_ZH = /^\s*(?:下班)?\s*(?:之?前|以前|截止|为止)/
const UNTIL_EN = /\b(?:by|before|until|no later than)(?:\s+(?:the\s+)?end\s+of(?:\s+\w+)?)?\s+$/i

interface Clock {
  readonly hour: number
  readonly minute: number
}

const MORNING: Clock = { hour: DEFAULT_HOUR, minute: 0 }
const END_OF_WORK: Clock = { hour: CALENDAR_DEFAULTS.workEnd / 60, minute: 0 }

const DIGITS_ZH = '〇一二三四五六七八九'
const PAST: Readonly<Record<string, number>> = { 半: 30, 一刻: 15, 三刻: 45 }

/** A number below a hundred in digits or in Chinese: 12, 十二, 二十五, 零五. */
function readNumber(written: string): number {
  if (/^\d+$/.test(written)) return Number(written)
  const digits = written.replace('两', '二').replace('零', '〇')
  const [tens = '', ones = ''] = digits.includes('十') ? digits.split('十') : ['〇', digits.replace(/^〇(?=.)/, '')]
  const digitOf = (digit: string) => DIGITS_ZH.indexOf(digit)
  return (tens === '' ? 1 : digitOf(tens)) * 10 + (ones === '' ? 0 : digitOf(ones))
}

function clockZh([half, hour, minute, past, minutes]: readonly (string | undefined)[]): Clock | null {
  if (hour === undefined) return null
  const read = readNumber(hour)
  const late = half === '下午' || half === '傍晚' || half?.startsWith('晚') === true || (half === '中午' && read < 10)
  const exact = minute ?? minutes
  return {
    hour: late && read < 12 ? read + 12 : read,
    minute: past === undefined ? readNumber(exact ?? '0') : (PAST[past] ?? 0),
  }
}

function clockEn([hour, minute, half, hour24, minute24]: readonly (string | undefined)[]): Clock | null {
  if (hour24 !== undefined) return { hour: Number(hour24), minute: Number(minute24 ?? 0) }
  if (hour === undefined) return null
  const read = Number(hour) % 12
  return { hour: half?.toLowerCase() === 'pm' ? read + 12 : read, minute: Number(minute ?? 0) }
}

/** The moments that a sentence names, in its order; “tomorrow” is counted from when the mail was sent. */
export function momentsOf(text: string, sentAt: number, zone: number): Moment[] {
  const local = new Date(sentAt + zone * HOUR_MS)
  const midnight = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate())
  const weekday = local.getUTCDay()
  const found: (Moment & { readonly index: number })[] = []
  const add = (match: RegExpMatchArray, day: number, clock: Clock | null) => {
    const index = match.index ?? 0
    const quote = match[0].trim()
    const due = UNTIL_ZH.test(text.slice(index + quote.length)) || UNTIL_EN.test(text.slice(0, index))
    const { hour, minute } = clock ?? (due ? END_OF_WORK : MORNING)
    if (!Number.isFinite(day) || hour > 24 || minute > 59) return
    if (found.some((one) => index < one.index + one.quote.length && one.index < index + quote.length)) return
    found.push({ index, quote, due, at: day + hour * HOUR_MS + minute * 60_000 - zone * HOUR_MS })
  }
  /** A day of a month; without a year the next one that is not long past. */
  const dayOf = (year: string | undefined, month: number, day: number) => {
    if (month < 1 || month > 12 || day < 1 || day > 31) return Number.NaN
    if (year !== undefined) return Date.UTC(Number(year), month - 1, day)
    const here = Date.UTC(local.getUTCFullYear(), month - 1, day)
    return here < midnight - 60 * DAY_MS ? Date.UTC(local.getUTCFullYear() + 1, month - 1, day) : here
  }
  for (const match of text.matchAll(ISO))
    add(match, dayOf(match[1], Number(match[2]), Number(match[3])), clockZh(match.slice(4)))
  for (const match of text.matchAll(DATE_ZH))
    add(match, dayOf(match[1], readNumber(match[2] ?? ''), readNumber(match[3] ?? '')), clockZh(match.slice(4)))
  for (const match of text.matchAll(DAY_ZH)) {
    const name = match[1] ?? ''
    const ahead = name.startsWith('今') ? 0 : name.startsWith('明') ? 1 : name === '后天' ? 2 : 3
    const clock = clockZh(name.endsWith('晚') ? ['晚上', ...match.slice(3)] : match.slice(2))
    add(match, midnight + ahead * DAY_MS, clock ?? (name.endsWith('晚') ? { hour: 19, minute: 0 } : null))
  }
  for (const match of text.matchAll(WEEK_ZH)) {
    const day = (Math.min(WEEKDAYS_ZH.indexOf(match[2] ?? ''), 6) + 1) % 7
    // Weeks begin on Monday; a bare weekday is the next one, today included.
    const monday = midnight - ((weekday + 6) % 7) * DAY_MS
    const inWeek = ((day + 6) % 7) * DAY_MS
    const weeks = match[1] === '下下' ? 2 : match[1] === '下' ? 1 : 0
    const ahead = match[1] === undefined && monday + inWeek < midnight ? 1 : weeks
    add(match, monday + inWeek + ahead * 7 * DAY_MS, clockZh(match.slice(3)))
  }
  for (const match of text.matchAll(DAY_EN)) {
    add(match, midnight + (match[1]?.toLowerCase() === 'today' ? 0 : DAY_MS), clockEn(match.slice(2)))
  }
  for (const match of text.matchAll(DATE_EN)) {
    const month = MONTHS_EN.indexOf((match[2] ?? match[3] ?? '').toLowerCase()) + 1
    add(match, dayOf(match[5], month, Number(match[1] ?? match[4])), clockEn(match.slice(6)))
  }
  for (const match of text.matchAll(WEEK_EN)) {
    const ahead = (WEEKDAYS_EN.indexOf((match[2] ?? '').toLowerCase()) - weekday + 7) % 7
    const next = match[1] === undefined ? 0 : ahead === 0 ? 7 : 0
    add(match, midnight + (ahead + next) * DAY_MS, clockEn(match.slice(3)))
  }
  return found.sort((a, b) => a.index - b.index).map(({ quote, at, due }) => ({ quote, at, due }))
}
