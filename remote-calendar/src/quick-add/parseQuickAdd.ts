import type { EventRepeat } from '@yanshu/contracts'
import { addMonths, DAY_MS, dayFrom, MINUTE_MS, partsOf, weekdayOf } from '../model/days.ts'

/** What one line says of an event. Times are on the clock on the wall. */
export interface QuickEvent {
  readonly title: string
  readonly allDay: boolean
  readonly startWall: number
  readonly endWall: number
  readonly place: string
  /** Names of people, as they were written. */
  readonly people: readonly string[]
  /** The title with the words that name people, for names that nobody has. */
  readonly titleWithPeople: string
  readonly repeat: EventRepeat | null
}

export interface QuickContext {
  /** The clock on the wall now. */
  readonly now: number
  /** Minutes of an event whose end is not said. */
  readonly length: number
  /** The day that is meant when none is said: the one that is looked at. */
  readonly day?: number | undefined
  /** Whether only days and times are taken out of the title: a task says no length, and its people are part of it. */
  readonly timeOnly?: boolean | undefined
}

const DIGITS: Readonly<Record<string, number>> = {
  零: 0, 〇: 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10,
} // biome-ignore format: a table
const WEEKDAYS: Readonly<Record<string, number>> = {
  日: 0, 天: 0, 一: 1, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6,
  sun: 0, mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6,
} // biome-ignore format: a table
const CODES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const N = '[零〇一二两三四五六七八九十\\d]{1,3}'

/** A number in digits or in Chinese up to 99; NaN when it is none. */
export function numberOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  const ten = text.indexOf('十')
  if (ten < 0) {
    let value = 0
    for (const digit of text) value = value * 10 + (DIGITS[digit] ?? Number.NaN)
    return value
  }
  const tens = ten === 0 ? 1 : (DIGITS[text.slice(0, ten)] ?? Number.NaN)
  const rest = text.slice(ten + 1)
  return tens * 10 + (rest === '' ? 0 : (DIGITS[rest] ?? Number.NaN))
}

/** Stands where people were named; no input method writes it. */
const PEOPLE = '\uE000'

/** The line while it is read: each reader takes its words out, and what is left is the title. */
class Line {
  text: string
  /** The words that name people; {@link PEOPLE} stands in their place. */
  people = ''
  constructor(text: string) {
    this.text = ` ${text.normalize('NFKC').replaceAll(PEOPLE, '').replace(/\s+/g, ' ').trim()} `
  }

  /** What is left, with other words in the place of those that name people. */
  title(people: string): string {
    return this.text
      .replace(` ${PEOPLE} `, () => people)
      .replace(/\s+/g, ' ')
      .replace(/^[\s,，。;；:：]+|[\s,，。;；:：]+$/g, '')
      .trim()
  }

  take(pattern: RegExp, leave = ' '): RegExpExecArray | null {
    const found = pattern.exec(this.text)
    if (found) this.text = `${this.text.slice(0, found.index)}${leave}${this.text.slice(found.index + found[0].length)}`
    return found
  }

  /** Takes the words that name people, and answers the names in them. */
  takePeople(pattern: RegExp): string[] | null {
    const found = this.take(pattern, ` ${PEOPLE} `)
    if (found) this.people = found[0]
    return found && namesIn(found[1] ?? '')
  }
}

/**
 * Understands one line in Chinese or English: `明天下午三点和李娜开周会 一小时`, `Lunch with Li Na tomorrow 12:30-1:30pm at
 * Cafe 9`. What it does not understand stays in the title; null where nothing is left to call it by.
 */
export function parseQuickAdd(text: string, context: QuickContext): QuickEvent | null {
  const line = new Line(text)
  if (line.text.trim() === '') return null
  const today = Math.floor(context.now / DAY_MS)
  const repeat = takeRepeat(line)
  const { timeOnly } = context
  const minutes = timeOnly ? null : takeDuration(line)
  const said = takeDay(line, today)
  const range = takeTime(line)
  const people = timeOnly ? [] : takePeople(line)
  const place = timeOnly ? '' : takePlace(line)
  const title = line.title(' ')
  if (title === '') return null
  const named = { people, titleWithPeople: line.title(line.people) }
  const day = dayOfEvent(said ?? repeat?.day ?? null, context, today, range, repeat !== null)
  if (!range) {
    const start = day * DAY_MS
    return {
      title,
      allDay: true,
      startWall: start,
      endWall: start + DAY_MS,
      place,
      ...named,
      repeat: repeat?.repeat ?? null,
    }
  }
  const startWall = day * DAY_MS + range.from * MINUTE_MS
  const length = range.to === null ? (minutes ?? context.length) : (range.to - range.from + 1_440) % 1_440 || 1_440
  return {
    title,
    allDay: false,
    startWall,
    endWall: startWall + length * MINUTE_MS,
    place,
    ...named,
    repeat: repeat?.repeat ?? null,
  }
}

function dayOfEvent(
  said: number | null,
  { day, now }: QuickContext,
  today: number,
  range: Range | null,
  repeating: boolean,
): number {
  if (said !== null) return said
  if (day !== undefined) return day
  // An hour that is past is meant for tomorrow.
  const past = range !== null && today * DAY_MS + range.from * MINUTE_MS < now - 5 * MINUTE_MS
  return past && !repeating ? today + 1 : today
}

interface Repeating {
  readonly repeat: EventRepeat
  readonly day: number | null
}

function takeRepeat(line: Line): Repeating | null {
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

/** Minutes: `一小时`, `两个半小时`, `90分钟`, `for 1.5 hours`. */
function takeDuration(line: Line): number | null {
  const half = line.take(/(?<!个)半(?:个)?(?:小时|钟头)|\b(?:for )?half an hour\b/i)
  if (half) return 30
  const hours = line.take(new RegExp(`(?<![第\\d点])(${N}(?:\\.\\d)?)(?:个)?(半)?(?:个)?(?:小时|钟头)(?:(${N})分钟?)?`))
  if (hours) {
    const count = /\./.test(hours[1] ?? '') ? Number(hours[1]) : numberOf(hours[1] ?? '')
    if (Number.isFinite(count) && count > 0 && count <= 24) {
      return Math.round(count * 60) + (hours[2] ? 30 : 0) + (hours[3] ? numberOf(hours[3]) : 0)
    }
  }
  const minutes = line.take(new RegExp(`(?<![点时:])(${N})分钟`))
  if (minutes) return numberOf(minutes[1] ?? '') || null
  const english = line.take(/\b(?:for )?(\d+(?:\.\d+)?|an?|one|two|three) ?(hours?|hrs?|h|minutes?|mins?)\b/i)
  if (!english) return null
  const words: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3 }
  const count = words[(english[1] ?? '').toLowerCase()] ?? Number(english[1])
  return Math.round(count * (/^h/i.test(english[2] ?? '') ? 60 : 1))
}

/** The coming day with a weekday; with `weeks` the one of that many calendar weeks from now, which begin on Monday. */
function weekday(today: number, wanted: number, weeks: number | null): number {
  if (weeks === null) return today + ((wanted - weekdayOf(today) + 7) % 7)
  const monday = today - ((weekdayOf(today) + 6) % 7)
  return monday + weeks * 7 + ((wanted + 6) % 7)
}

function takeDay(line: Line, today: number): number | null {
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

interface Range {
  /** Minutes after midnight. */
  readonly from: number
  readonly to: number | null
}

type Half = 'am' | 'pm' | 'noon' | null

const HALF = '凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|早|晚'

function halfOf(text: string | undefined): Half {
  if (!text) return null
  if (/^(凌晨|清晨|早|上午|am|a\.m\.)/i.test(text)) return 'am'
  if (/^中午/.test(text)) return 'noon'
  return 'pm'
}

function minutesOf(hour: number, minute: number, half: Half): number {
  let hours = hour
  if (half === 'pm' && hours < 12) hours += 12
  if (half === 'am' && hours === 12) hours = 0
  if (half === 'noon' && hours > 0 && hours < 4) hours += 12
  return (hours % 24) * 60 + minute
}

/** An hour without a half of the day is meant for the hours in which people work. */
const likely = (hour: number, half: Half): Half => half ?? (hour >= 1 && hour <= 7 ? 'pm' : null)

const MINUTE = `(?:(半)|(一刻|三刻)|(${N})分?)?`

function chineseMinute(half: string | undefined, quarter: string | undefined, number: string | undefined): number {
  if (half) return 30
  if (quarter) return quarter === '一刻' ? 15 : 45
  return number ? numberOf(number) : 0
}

function takeTime(line: Line): Range | null {
  const chinese = new RegExp(
    `(${HALF})?\\s*(${N})(?:点钟?|时(?!间|候|期|代))${MINUTE}(?:\\s*(?:到|至|-|–|—|~)\\s*(${HALF})?\\s*(${N})(?:点钟?|时)${MINUTE})?`,
  )
  const found = line.take(chinese)
  if (found) {
    const half = likely(numberOf(found[2] ?? ''), halfOf(found[1]))
    const from = minutesOf(numberOf(found[2] ?? ''), chineseMinute(found[3], found[4], found[5]), half)
    if (!Number.isFinite(from)) return null
    if (found[7] === undefined) return { from, to: null }
    const hour = numberOf(found[7])
    const to = minutesOf(
      hour,
      chineseMinute(found[8], found[9], found[10]),
      halfOf(found[6]) ?? (half === 'noon' ? 'pm' : half),
    )
    return { from, to: to <= from && hour < 12 ? (to + 720) % 1_440 : to }
  }
  const digits = new RegExp(
    `(${HALF})?\\s*(?:\\b(?:at|from) )?(?<![\\d:/])(\\d{1,2})(?:[:：](\\d{2}))?\\s*(am|pm|a\\.m\\.|p\\.m\\.)?` +
      `\\s*(?:-|–|—|~|到|至|to|until)\\s*(${HALF})?\\s*(\\d{1,2})(?:[:：](\\d{2}))?\\s*(am|pm|a\\.m\\.|p\\.m\\.)?(?![\\d:/%]|月|日|号|人)`,
    'i',
  )
  const range = digits.exec(line.text)
  const isTime = range && (range[3] ?? range[4] ?? range[7] ?? range[8] ?? range[1] ?? /\b(?:at|from) /i.exec(range[0]))
  if (range && isTime && Number(range[2]) < 25 && Number(range[6]) < 25) {
    line.take(digits)
    const second = halfOf(range[8] ?? range[5])
    const first =
      halfOf(range[4] ?? range[1]) ??
      (second && Number(range[2]) <= Number(range[6]) && Number(range[6]) < 12 ? second : null)
    const from = minutesOf(Number(range[2]), Number(range[3] ?? 0), first)
    const to = minutesOf(
      Number(range[6]),
      Number(range[7] ?? 0),
      second ?? (Number(range[6]) >= Number(range[2]) ? first : null),
    )
    return { from, to: to <= from && Number(range[6]) < 12 && !second ? (to + 720) % 1_440 : to }
  }
  const single =
    line.take(new RegExp(`(${HALF})\\s*(\\d{1,2})[:：](\\d{2})(?!\\d)`)) ??
    line.take(/(\b(?:at )?)(?<![\d:/])([01]?\d|2[0-3])[:：]([0-5]\d)(?:\s*(am|pm|a\.m\.|p\.m\.)\b)?(?!\d)/i) ??
    line.take(/(\b(?:at )?)(?<![\d:/])(1[0-2]|[1-9])()\s*(am|pm|a\.m\.|p\.m\.)(?![a-z\d])/i) ??
    line.take(/(\bat )(\d{1,2})()()(?![\d:/%])\b/i)
  if (single) {
    const half = halfOf(single[4] || (/^\s*(?:at )?$/i.test(single[1] ?? '') ? undefined : single[1]))
    const hour = Number(single[2])
    const bare = single[3] === '' && !half
    return { from: minutesOf(hour, Number(single[3] || 0), bare ? likely(hour, half) : half), to: null }
  }
  if (line.take(/中午|\bat noon\b|\bnoon\b/i)) return { from: 720, to: null }
  if (line.take(/\bevening\b/i)) return { from: 19 * 60, to: null }
  const part = line.take(/(?<=\s)(早上|上午|下午|傍晚|晚上|早|晚)(?=\s|[\p{Script=Han}])/u)
  if (part) {
    const hours: Readonly<Record<string, number>> = { 早上: 9, 早: 9, 上午: 9, 下午: 14, 傍晚: 18, 晚上: 19, 晚: 19 }
    return { from: (hours[part[1] ?? ''] ?? 9) * 60, to: null }
  }
  return null
}

/** Words that begin what people do together, where the names end. */
const DOING = '开|一起|吃|讨论|聊|谈|碰|见|对|看|去|面试|电话|沟通|评审|汇报|过|做|确认|约|喝|打|商量|签|培训'

const takePeople = (line: Line): string[] =>
  line.takePeople(new RegExp(`(?<=^|\\s)(?:和|跟|与|同)\\s*([\\p{Script=Han}·、,，]{2,24}?)(?=${DOING}|\\s)`, 'u')) ??
  line.takePeople(
    /\bwith ((?:[A-Z][\p{L}'-]*|[\p{Script=Han}]{2,4})(?:(?: and |, | )(?:[A-Z][\p{L}'-]*|[\p{Script=Han}]{2,4}))*)/u,
  ) ??
  []

const namesIn = (text: string): string[] =>
  text
    .split(/、|,|，|和|与| and /)
    .map((name) => name.trim())
    .filter(Boolean)

function takePlace(line: Line): string {
  const chinese = line.take(/(?<=^|\s)(?:地点[:：]?|在|@)\s*([^\s,，]{2,30}?)(?=\s|[,，]|开|讨论|$)/u)
  if (chinese) return chinese[1] ?? ''
  const english = line.take(/\b(?:at|in) ((?:the )?(?:[A-Z\d][\w'&.-]*|room|meeting)(?: [A-Z\d][\w'&.-]*)*)/u)
  return english?.[1] ?? ''
}
