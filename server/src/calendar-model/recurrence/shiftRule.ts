import { dayOf, weekdayOf } from '@yanshu/contracts/days'
import { parseRule, writeRule } from './ruleText.ts'

const WEEK = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/**
 * The rule of a series whose times move by `delta` milliseconds of the clock on the wall: a Tuesday that becomes a
 * Wednesday is one in the rule too. A rule with more than one day of a month stays as it is; then only the clock
 * moves.
 * @param wall the clock of one time of the series before it moves
 */
export function shiftRule(rule: string, wall: number, delta: number): string {
  const days = dayOf(wall + delta) - dayOf(wall)
  if (days === 0) return rule
  const parts = parseRule(rule)
  const next = new Date(wall + delta)
  const byDay = parts.get('BYDAY')
  if (byDay && parts.get('FREQ') === 'WEEKLY' && !/\d/.test(byDay)) {
    const turned = byDay.split(',').map((day) => WEEK[(((WEEK.indexOf(day) + days) % 7) + 7) % 7] ?? day)
    parts.set('BYDAY', [...new Set(turned)].join(','))
  } else if (byDay && /^[+-]?\d{1,2}[A-Z]{2}$/.test(byDay) && !parts.has('BYSETPOS')) {
    const last = byDay.startsWith('-')
    const nth = last ? -1 : Math.ceil(next.getUTCDate() / 7)
    parts.set('BYDAY', `${nth}${WEEK[weekdayOf(dayOf(wall + delta))]}`)
  }
  const monthDay = parts.get('BYMONTHDAY')
  if (monthDay === `${new Date(wall).getUTCDate()}`) parts.set('BYMONTHDAY', `${next.getUTCDate()}`)
  if (parts.get('BYMONTH') === `${new Date(wall).getUTCMonth() + 1}`) parts.set('BYMONTH', `${next.getUTCMonth() + 1}`)
  return writeRule(parts)
}
