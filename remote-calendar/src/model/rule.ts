import type { EventRepeat, Language } from '@yanshu/contracts'
import { weekdayLong } from './words.ts'

export const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const
export type Weekday = (typeof WEEKDAYS)[number]
export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

/** A rule as the editor shows it. What it cannot show (`BYSETPOS` and the like) is kept as it is, and only described. */
export interface EditableRule {
  readonly frequency: Frequency
  readonly interval: number
  /** For weeks: on which days. */
  readonly days: readonly Weekday[]
  /** For months: by the date, or by the nth weekday (-1 the last). */
  readonly nth: { readonly nth: number; readonly day: Weekday } | null
  readonly end:
    | { readonly kind: 'never' }
    | { readonly kind: 'count'; readonly count: number }
    | { readonly kind: 'until'; readonly day: string }
}

const FREQUENCIES: readonly string[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']

function partsOf(rule: string): Map<string, string> {
  return new Map(
    rule
      .toUpperCase()
      .split(';')
      .flatMap((part) => {
        const [name = '', value = ''] = part.split('=')
        return name && value ? [[name, value] as const] : []
      }),
  )
}

/** Reads a rule for the editor; null when it has more than the editor can show. */
export function readRule(rule: string): EditableRule | null {
  const parts = partsOf(rule)
  const frequency = parts.get('FREQ') ?? ''
  if (!FREQUENCIES.includes(frequency)) return null
  const known = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'WKST', 'BYMONTHDAY', 'BYMONTH'])
  for (const name of parts.keys()) if (!known.has(name)) return null
  const byDay = parts.get('BYDAY')?.split(',') ?? []
  const nth = /^(-?\d)(SU|MO|TU|WE|TH|FR|SA)$/.exec(byDay[0] ?? '')
  if (byDay.length > 0 && frequency !== 'WEEKLY' && !(frequency === 'MONTHLY' && byDay.length === 1 && nth)) return null
  if ((parts.get('BYMONTHDAY') ?? '').includes(',') || (parts.get('BYMONTH') ?? '').includes(',')) return null
  if (frequency === 'MONTHLY' && parts.has('BYMONTH')) return null
  const until = parts.get('UNTIL')
  return {
    frequency: frequency as Frequency,
    interval: Math.max(1, Number(parts.get('INTERVAL') ?? 1) || 1),
    days:
      frequency === 'WEEKLY'
        ? byDay.filter((day): day is Weekday => (WEEKDAYS as readonly string[]).includes(day))
        : [],
    nth: nth ? { nth: Number(nth[1]), day: nth[2] as Weekday } : null,
    end: parts.has('COUNT')
      ? { kind: 'count', count: Number(parts.get('COUNT')) || 1 }
      : until
        ? { kind: 'until', day: `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}` }
        : { kind: 'never' },
  }
}

export function writeRule({ frequency, interval, days, nth, end }: EditableRule): string {
  const parts = [`FREQ=${frequency}`]
  if (interval > 1) parts.push(`INTERVAL=${interval}`)
  if (frequency === 'WEEKLY' && days.length > 0) {
    parts.push(`BYDAY=${WEEKDAYS.filter((day) => days.includes(day)).join(',')}`)
  }
  if (frequency === 'MONTHLY' && nth) parts.push(`BYDAY=${nth.nth}${nth.day}`)
  if (end.kind === 'count') parts.push(`COUNT=${end.count}`)
  if (end.kind === 'until') parts.push(`UNTIL=${end.day.replaceAll('-', '')}`)
  return parts.join(';')
}

type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string

/** What a repetition means, in one sentence. */
export function sentenceOf(repeat: EventRepeat | null, language: Language, say: Say): string {
  if (!repeat) return say('repeat.none')
  const until = (day: string | null) => (day ? say('repeat.until', { day }) : '')
  if (repeat.kind === 'lunar')
    return say(repeat.every === 'year' ? 'repeat.lunarYear' : 'repeat.lunarMonth') + until(repeat.until)
  if (repeat.kind === 'workday') return say('repeat.workday') + until(repeat.until)
  const rule = readRule(repeat.rule)
  if (!rule) return say('repeat.special', { rule: repeat.rule })
  const { frequency, interval, days, nth, end } = rule
  const every =
    interval === 1 ? say(`repeat.every.${frequency}`) : say(`repeat.everyN.${frequency}`, { count: interval })
  const between = language === 'zh' ? '、' : ', '
  const on =
    frequency === 'WEEKLY' && days.length > 0
      ? say('repeat.onDays', { days: days.map((day) => weekdayLong(language, WEEKDAYS.indexOf(day))).join(between) })
      : nth
        ? say('repeat.onNth', {
            nth: say(`repeat.nth.${nth.nth < 0 ? 'last' : nth.nth}`),
            day: weekdayLong(language, WEEKDAYS.indexOf(nth.day)),
          })
        : ''
  const stop =
    end.kind === 'count' ? say('repeat.times', { count: end.count }) : end.kind === 'until' ? until(end.day) : ''
  return every + on + stop
}
