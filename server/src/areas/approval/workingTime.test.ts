import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseHolidays } from '../../calendar-model/chinese/holidays.ts'
import { afterWorkingTime, isWorkingTime, workingMinutes } from './workingTime.ts'

const holidays = parseHolidays(
  readFileSync(new URL('../../calendar-model/chinese/holidays.json', import.meta.url), 'utf8'),
)
const china = (text: string) => Date.parse(`${text}+08:00`)

test.each([
  ['within a day', '2026-03-10T10:00', 120, '2026-03-10T12:00'],
  ['over a night', '2026-03-10T17:30', 60, '2026-03-11T09:30'],
  ['before work begins', '2026-03-10T06:00', 30, '2026-03-10T09:30'],
  ['over a week-end', '2026-03-13T17:00', 120, '2026-03-16T10:00'],
  ['over the golden week, with its make-up day', '2025-09-30T17:00', 120, '2025-10-09T10:00'],
  ['a Sunday that is worked on', '2025-09-27T12:00', 60, '2025-09-28T10:00'],
])('given time that passes %s, then only working hours count', (_what, from, minutes, due) => {
  const at = afterWorkingTime(holidays, china(from), minutes)
  expect(new Date(at).toISOString()).toBe(new Date(china(due)).toISOString())
  expect(workingMinutes(holidays, china(from), at)).toBe(minutes)
})

test('given a moment, then it is working time or not', () => {
  expect(isWorkingTime(holidays, china('2026-03-10T09:00'))).toBe(true)
  expect(isWorkingTime(holidays, china('2026-03-10T18:00'))).toBe(false)
  expect(isWorkingTime(holidays, china('2025-10-01T10:00'))).toBe(false)
})

test('given any hour around the golden week, then what is due after four hours has four hours of work before it', () => {
  const [from, to] = [china('2026-09-24T00:30'), china('2026-10-12T00:00')]
  // All of it begins and ends at half hours.
  const minutesWorked = (start: number, end: number) => {
    let sum = 0
    for (let at = start; at < end; at += 1_800_000) if (isWorkingTime(holidays, at)) sum += 30
    return sum
  }
  for (let at = from; at < to; at += 7 * 3_600_000) {
    const due = afterWorkingTime(holidays, at, 240)
    expect(minutesWorked(at, due)).toBe(240)
    expect(isWorkingTime(holidays, due - 60_000)).toBe(true)
  }
  const eve = afterWorkingTime(holidays, china('2026-09-30T17:00'), 240)
  expect(new Date(eve).toISOString()).toBe(new Date(china('2026-10-08T12:00')).toISOString())
})
