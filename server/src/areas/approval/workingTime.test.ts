import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseHolidays } from '../calendar/chinese/holidays.ts'
import { afterWorkingTime, isWorkingTime, workingMinutes } from './workingTime.ts'

const holidays = parseHolidays(readFileSync(new URL('../calendar/chinese/holidays.json', import.meta.url), 'utf8'))
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
