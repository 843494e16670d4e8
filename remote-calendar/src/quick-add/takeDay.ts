import type { EventRepeat } from '@yanshu/contracts'
import {
  addMonths,
  DAY_FORMS,
  type DayForm,
  dayFrom,
  dayMeant,
  directionOf,
  NUMBER,
  numberOf,
  partsOf,
  readDay,
  WEEKDAY_EN_SHORT,
  weekdayNamed,
} from '@yanshu/contracts/days'
import { FIRST_DAY, LAST_DAY } from '../model/shownDays.ts'
import type { Line } from './line.ts'

const CODES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

interface Repeating {
  readonly repeat: EventRepeat
  readonly day: number | null
}

/** Removes and answers how often an event comes, with the day where that names it. */
export function takeRepeat(line: Line): Repeating | null {
  const rule = (text: string): Repeating => ({ repeat: { kind: 'rule', rule: text }, day: null })
  if (line.take(/每(?:个|一个)?工作日|\bevery (?:work|week)day\b/i))
    return { repeat: { kind: 'workday', until: null }, day: null }
  const two =
    line.take(/每两(?:周|个?星期)(?:的)?(?=[一二三四五六日天])/) ?? line.take(/\bevery (?:other|two) weeks?\b/i)
  if (two) {
    line.text = line.text.replace(/(^|\s)(?=[一二三四五六日天])/, '$1周')
    return rule('FREQ=WEEKLY;INTERVAL=2')
  }
  // The weekday stays in the line: it names the first day too.
  const weekly = /每(?:个)?(?:周|星期|礼拜)([一二三四五六日天])/.exec(line.text)
  if (weekly) {
    line.text = line.text.replace(weekly[0], ` 周${weekly[1]} `)
    return rule(`FREQ=WEEKLY;BYDAY=${CODES[weekdayNamed(weekly[1] ?? '')]}`)
  }
  const english = /\bevery (sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?s?\b/i.exec(line.text)
  if (english) {
    const code = CODES[weekdayNamed(english[1] ?? '')]
    line.text = line.text.replace(english[0], ` on ${english[1]}day `)
    return rule(`FREQ=WEEKLY;BYDAY=${code}`)
  }
  if (line.take(/每天|每日|\bevery ?day\b|\bdaily\b/i)) return rule('FREQ=DAILY')
  if (line.take(/每(?:个)?(?:周|星期)(?!末)|\bweekly\b|\bevery week\b/i)) return rule('FREQ=WEEKLY')
  if (line.take(/每(?:个)?月(?=\s|的|\d|[一二三])|\bmonthly\b|\bevery month\b/i)) return rule('FREQ=MONTHLY')
  if (line.take(/每年|\byearly\b|\bannually\b|\bevery year\b/i)) return rule('FREQ=YEARLY')
  return null
}

/** Friday, fri: in a line that is made for dates, short names count too. */
const WEEK_EN: DayForm = {
  ...DAY_FORMS.weekEn,
  source: `\\b(?:(next|this)\\s+)?(${WEEKDAY_EN_SHORT})\\b`,
}

/** How a line names the day of an event, in the order in which they are tried. */
const FORMS = [
  DAY_FORMS.away,
  DAY_FORMS.week,
  withOn(WEEK_EN),
  DAY_FORMS.full,
  DAY_FORMS.month,
  withOn(DAY_FORMS.monthEn),
  withOn(DAY_FORMS.dateEn),
  DAY_FORMS.slashed,
].map((form) => [new RegExp(form.source, 'i'), form] as const)

/** An English form with the words that lead to it: “on the 3rd of December”. */
function withOn({ source, ...form }: DayForm): DayForm {
  return { ...form, source: `(?:\\bon (?:the )?)?${source}` }
}

/** Removes and answers the day that is named, as its number; null where none is. What names the past stays in the title. */
export function takeDay(line: Line, today: number): number | null {
  if (/\btonight\b/i.test(line.text)) {
    line.text = line.text.replace(/\btonight\b(?! at)/i, ' evening ')
    return today
  }
  for (const [pattern, form] of FORMS) {
    const found = pattern.exec(line.text)
    const named = found && readDay(form, found.slice(1))
    const day = named && directionOf(named) >= 0 ? dayMeant(named, today, { side: 'coming' }) : null
    if (day === null || day < FIRST_DAY || day > LAST_DAY) continue
    line.take(pattern)
    return day
  }
  return takeDate(line, today)
}

/** Removes and answers a date without its month: 28号下午. */
function takeDate(line: Line, today: number): number | null {
  const pattern = new RegExp(
    `(下个?月)?(?<![\\d月])(${NUMBER})[号日](?=\\s|上午|下午|晚|早|中午|凌晨|的|和|跟|在|[\\d])`,
  )
  const found = pattern.exec(line.text)
  if (!found) return null
  const wanted = numberOf(found[2] ?? '')
  const base = found[1] ? addMonths(today - partsOf(today).date + 1, 1) : today
  const { year, month } = partsOf(base)
  // Not every month has a thirty-first.
  const days = [month, month + 1, month + 2].map((of) => dayFrom(year, of, wanted))
  const day = days.find((one) => one >= today && partsOf(one).date === wanted) ?? null
  if (day !== null) line.take(pattern)
  return day
}
