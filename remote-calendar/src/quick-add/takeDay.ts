import type { EventRepeat } from '@yanshu/contracts'
import { addMonths, dayFrom, partsOf, weekdayOf } from '../model/days.ts'
import { type Line, N, numberOf } from './line.ts'

const WEEKDAYS: Readonly<Record<string, number>> = {
  日: 0, 天: 0, 一: 1, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6,
  sun: 0, mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6,
} // biome-ignore format: a table
const CODES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

interface Repeating {
  readonly repeat: EventRepeat
  readonly day: number | null
}

/** Takes out how often an event comes, and the day where that says it. */
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
  // The weekday stays in the line: it says the first day too.
  const weekly = /每(?:个)?(?:周|星期|礼拜)([一二三四五六日天])/.exec(line.text)
  if (weekly) {
    line.text = line.text.replace(weekly[0], ` 周${weekly[1]} `)
    return rule(`FREQ=WEEKLY;BYDAY=${CODES[WEEKDAYS[weekly[1] ?? ''] ?? 1]}`)
  }
  const english = /\bevery (sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?s?\b/i.exec(line.text)
  if (english) {
    const code = CODES[WEEKDAYS[(english[1] ?? '').slice(0, 3).toLowerCase()] ?? 1]
    line.text = line.text.replace(english[0], ` on ${english[1]}day `)
    return rule(`FREQ=WEEKLY;BYDAY=${code}`)
  }
  if (line.take(/每天|每日|\bevery ?day\b|\bdaily\b/i)) return rule('FREQ=DAILY')
  if (line.take(/每(?:个)?(?:周|星期)(?!末)|\bweekly\b|\bevery week\b/i)) return rule('FREQ=WEEKLY')
  if (line.take(/每(?:个)?月(?=\s|的|\d|[一二三])|\bmonthly\b|\bevery month\b/i)) return rule('FREQ=MONTHLY')
  if (line.take(/每年|\byearly\b|\bannually\b|\bevery year\b/i)) return rule('FREQ=YEARLY')
  return null
}

/** The coming day with a weekday; with `weeks` the one of that many calendar weeks from now, which begin on Monday. */
function weekday(today: number, wanted: number, weeks: number | null): number {
  if (weeks === null) return today + ((wanted - weekdayOf(today) + 7) % 7)
  const monday = today - ((weekdayOf(today) + 6) % 7)
  return monday + weeks * 7 + ((wanted + 6) % 7)
}

/** Takes out the day that is said, as the number of a day; null where none is. */
export function takeDay(line: Line, today: number): number | null {
  const { year } = partsOf(today)
  const relative: readonly [RegExp, number][] = [
    [/大后天/, 3],
    [/后天|\bday after tomorrow\b/i, 2],
    [/明天|明日|\btomorrow\b/i, 1],
    [/明(?=早|晚)/, 1],
    [/今天|今日|\btoday\b/i, 0],
    [/今(?=早|晚)|\btonight\b/i, 0],
  ]
  for (const [pattern, days] of relative) {
    if (/tonight/i.test(pattern.source) && /\btonight\b/i.test(line.text)) {
      line.text = line.text.replace(/\btonight\b(?! at)/i, ' evening ')
      return today
    }
    if (line.take(pattern)) return today + days
  }
  const week = line.take(/(下下|下|这|本)?(?:个)?(?:周|星期|礼拜)([一二三四五六日天])/)
  if (week) {
    const weeks = week[1] === '下下' ? 2 : week[1] === '下' ? 1 : week[1] ? 0 : null
    return weekday(today, WEEKDAYS[week[2] ?? ''] ?? 1, weeks)
  }
  const named = line.take(/\b(?:on )?(next |this )?(sun|mon|tues|tue|wednes|wed|thurs|thu|fri|satur|sat)(?:day)?\b/i)
  if (named) {
    const wanted = WEEKDAYS[(named[2] ?? '').slice(0, 3).toLowerCase()] ?? 1
    return weekday(today, wanted, /next/i.test(named[1] ?? '') ? 1 : null)
  }
  const iso = takeDate(line, /(?<!\d)(20\d\d)[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?!\d)/, (found) =>
    realDay(Number(found[1]), Number(found[2]), Number(found[3])),
  )
  if (iso !== null) return iso
  /** The next time that there is such a day. */
  const coming = (month: number, date: number): number | null => {
    const day = realDay(year, month, date)
    return day !== null && day < today ? realDay(year + 1, month, date) : day
  }
  const date = takeDate(line, new RegExp(`(明年|今年)?(${N})月(${N})[日号]?`), (found) => {
    const [month, day] = [numberOf(found[2] ?? ''), numberOf(found[3] ?? '')]
    return found[1] ? realDay(year + (found[1] === '明年' ? 1 : 0), month, day) : coming(month, day)
  })
  if (date !== null) return date
  const month = MONTHS.join('|')
  const numberOfMonth = (name: string | undefined) => MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1
  const english =
    takeDate(line, new RegExp(`\\b(?:on )?(${month})[a-z]* (\\d{1,2})(?:st|nd|rd|th)?\\b`, 'i'), (found) =>
      coming(numberOfMonth(found[1]), Number(found[2])),
    ) ??
    takeDate(
      line,
      new RegExp(`\\b(?:on )?(?:the )?(\\d{1,2})(?:st|nd|rd|th)? (?:of )?(${month})[a-z]*\\b`, 'i'),
      (found) => coming(numberOfMonth(found[2]), Number(found[1])),
    )
  if (english !== null) return english
  const slashed = takeDate(line, /(?<![\d/:.])(\d{1,2})\/(\d{1,2})(?![\d/:])/, (found) =>
    coming(Number(found[1]), Number(found[2])),
  )
  if (slashed !== null) return slashed
  return takeDate(
    line,
    new RegExp(`(下个?月)?(?<![\\d月])(${N})[号日](?=\\s|上午|下午|晚|早|中午|凌晨|的|和|跟|在|[\\d])`),
    (found) => {
      const wanted = numberOf(found[2] ?? '')
      const base = found[1] ? addMonths(today - partsOf(today).date + 1, 1) : today
      const { year: y, month: m } = partsOf(base)
      // Not every month has a thirty-first.
      const days = [m, m + 1, m + 2].map((of) => dayFrom(y, of, wanted))
      return days.find((day) => day >= today && partsOf(day).date === wanted) ?? null
    },
  )
}

/** A day of the calendar; null for one that does not exist. */
function realDay(year: number, month: number, date: number): number | null {
  const day = dayFrom(year, month, date)
  const parts = partsOf(day)
  return parts.month === month && parts.date === date ? day : null
}

/** Takes the words of a day out of the line; those of one that does not exist stay in it. */
function takeDate(line: Line, pattern: RegExp, read: (found: RegExpExecArray) => number | null): number | null {
  const found = pattern.exec(line.text)
  const day = found && read(found)
  if (day !== null) line.take(pattern)
  return day
}
