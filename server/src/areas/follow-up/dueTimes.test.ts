import { instantOf } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { parseHolidays } from '../../calendar-model/chinese/holidays.ts'
import { afterWorkdays, dueOf, morningFrom } from './dueTimes.ts'

const holidays = parseHolidays(
  JSON.stringify({
    2026: {
      off: Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [`2026-10-0${day}`, '国庆节'])),
      work: { '2026-09-20': '国庆节', '2026-10-10': '国庆节' },
    },
  }),
)
const at = (zone: string, text: string) => instantOf(zone, Date.parse(`${text}Z`))
const SHANGHAI = 'Asia/Shanghai'

test.each([
  ['the days between', '2026-09-22T17:00', 3, '2026-09-25T09:00'],
  ['a week-end', '2026-09-24T23:59', 2, '2026-09-28T09:00'],
  ['a Sunday on which people work', '2026-09-18T10:00', 1, '2026-09-20T09:00'],
  ['the golden week', '2026-09-30T10:00', 1, '2026-10-08T09:00'],
  ['the golden week and the Saturday that makes up for it', '2026-09-30T10:00', 3, '2026-10-10T09:00'],
  ['a day that begins in a holiday', '2026-10-03T08:00', 1, '2026-10-08T09:00'],
])('working days are counted over %s', (_what, from, days, due) => {
  expect(afterWorkdays({ holidays, zone: SHANGHAI }, at(SHANGHAI, from), days)).toBe(at(SHANGHAI, due))
})

test('a morning is that of the zone, also when the clocks change in between', () => {
  // Europe leaves summer time on 25 October 2026, New York on 1 November.
  for (const [zone, from, due] of [
    ['Europe/Berlin', '2026-10-23T12:00', '2026-10-26T09:00'],
    ['America/New_York', '2026-10-30T23:30', '2026-11-02T09:00'],
  ] as const) {
    expect(dueOf({ holidays, zone }, at(zone, from), { kind: 'workdays', days: 1 })).toBe(at(zone, due))
  }
  // The same moment is another day elsewhere.
  const moment = Date.parse('2026-11-09T20:00Z')
  expect(afterWorkdays({ holidays, zone: SHANGHAI }, moment, 1)).toBe(at(SHANGHAI, '2026-11-11T09:00'))
  expect(afterWorkdays({ holidays, zone: 'America/New_York' }, moment, 1)).toBe(
    at('America/New_York', '2026-11-10T09:00'),
  )
})

test('who is back is expected on the first working morning that is not before', () => {
  const days = { holidays, zone: SHANGHAI }
  const from = (text: string) => morningFrom(days, at(SHANGHAI, text))
  expect(from('2026-09-28T00:00')).toBe(at(SHANGHAI, '2026-09-28T09:00'))
  expect(from('2026-09-28T12:00')).toBe(at(SHANGHAI, '2026-09-29T09:00'))
  expect(from('2026-10-02T00:00')).toBe(at(SHANGHAI, '2026-10-08T09:00'))
})
