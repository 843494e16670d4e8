import { describe, expect, it, test } from 'vitest'
import {
  addMonths,
  DAY_FORMS,
  type DayForm,
  dayFrom,
  dayMeant,
  dayOfIso,
  directionOf,
  isoOf,
  monthDays,
  numberOf,
  partsOf,
  placeInWeek,
  readDay,
  readWritten,
  realDay,
  textOfWall,
  wallOfText,
  weekNumber,
} from './index.ts'

const day = (text: string): number => dayOfIso(text) ?? Number.NaN

describe('a day', () => {
  it('is one of the calendar', () => {
    expect(realDay(2028, 2, 29)).toBe(day('2028-02-29'))
    for (const [year, month, date] of [
      [2027, 2, 29],
      [2026, 13, 1],
      [26, 1, 1],
    ] as const) {
      expect(realDay(year, month, date)).toBeNull()
    }
    expect(partsOf(day('2026-11-22'))).toEqual({ year: 2026, month: 11, date: 22, weekday: 0 })
  })
  it('has the same date in other months, or their last', () => {
    const moved = (from: string, months: number) => isoOf(addMonths(day(from), months))
    expect(moved('2026-01-31', 1)).toBe('2026-02-28')
    expect(moved('2028-02-29', -12)).toBe('2027-02-28')
    expect(moved('2026-11-22', 2)).toBe('2027-01-22')
  })
  it('is shown with the six weeks of its month', () => {
    const first = (of: string, weekStart: number) => isoOf(monthDays(day(of), weekStart)[0] ?? 0)
    expect(monthDays(day('2026-11-22'), 1)).toHaveLength(42)
    expect(first('2026-11-22', 1)).toBe('2026-10-26')
    expect(first('2027-02-10', 1)).toBe('2027-02-01')
    expect(first('2026-11-22', 0)).toBe('2026-11-01')
    expect(first('2026-11-22', 6)).toBe('2026-10-31')
    expect([1, 0, 6].map((weekStart) => placeInWeek(day('2026-11-22'), weekStart))).toEqual([6, 0, 1])
    expect(weekNumber(dayFrom(2027, 1, 1))).toBe(53)
  })
  it('stands with its time in fields', () => {
    const wall = Date.UTC(2026, 10, 22, 9, 5, 7)
    expect([textOfWall(wall), textOfWall(wall, true)]).toEqual(['2026-11-22 09:05', '2026-11-22 09:05:07'])
    expect(wallOfText('2026-11-22 09:05:07')).toBe(wall)
    expect(wallOfText('2026-11-22')).toBe(Date.UTC(2026, 10, 22))
    for (const text of [undefined, '', '2026-1', '2026-13-02 14:30']) expect(wallOfText(text)).toBeNull()
  })
})

test('Chinese numbers are read', () => {
  expect(['十', '十二', '二十', '三十一', '两', '零五', '15'].map(numberOf)).toEqual([10, 12, 20, 31, 2, 5, 15])
})

/** Sunday, 22 November 2026. */
const TODAY = day('2026-11-22')

test.each([
  ['away', '大后天', '2026-11-25', '2026-11-25'],
  ['away', 'day after tomorrow', '2026-11-24', '2026-11-24'],
  ['week', '周日', '2026-11-22', '2026-11-22'],
  ['week', '周三', '2026-11-25', '2026-11-18'],
  ['week', '本周三', '2026-11-18', '2026-11-18'],
  ['week', '下下个星期天', '2026-12-06', '2026-12-06'],
  ['weekEn', 'next Tuesday', '2026-11-24', '2026-11-24'],
  ['weekEn', 'this friday', '2026-11-27', '2026-11-20'],
  ['full', '2026 年 11 月 2 日', '2026-11-02', '2026-11-02'],
  ['month', '二月二十九日', '2028-02-29', '2024-02-29'],
  ['month', '明年3月8', '2027-03-08', '2027-03-08'],
  ['monthEn', 'Sept 3rd', '2027-09-03', '2026-09-03'],
  ['dateEn', '3rd of December, 2027', '2027-12-03', '2027-12-03'],
  ['slashed', '12/25', '2026-12-25', '2025-12-25'],
] as const)('%s: “%s” is %s as a day to come, %s as one of the past', (form, text, coming, latest) => {
  const { source, groups }: DayForm = DAY_FORMS[form]
  const found = new RegExp(`^${source}$`, 'i').exec(text) ?? []
  expect(found.length).toBe(groups.length + 1)
  const named = readDay(DAY_FORMS[form], found.slice(1))
  const meant = (side: 'coming' | 'latest') => isoOf(dayMeant(named, TODAY, { side }) ?? 0)
  expect([meant('coming'), meant('latest')]).toEqual([coming, latest])
})

test('a date that has passed lately may be meant, and words lead to one side', () => {
  const date = { year: null, yearsAway: null, month: 10, date: 30 }
  expect(dayMeant(date, TODAY, { side: 'coming', pastDays: 60 })).toBe(day('2026-10-30'))
  expect(dayMeant(date, TODAY, { side: 'coming' })).toBe(day('2027-10-30'))
  expect(dayMeant({ ...date, month: 2 }, TODAY, { side: 'coming' })).toBeNull()
  expect(directionOf({ away: -2 })).toBe(-1)
  expect(directionOf({ weekday: 3, weeks: 2 })).toBe(1)
  expect(directionOf(date)).toBe(0)
})

describe('what is written into a field', () => {
  test.each([
    ['2026-11-02', '2026-11-02', null],
    ['2026/11/2', '2026-11-02', null],
    ['2026.11.2', '2026-11-02', null],
    ['2026年11月2日', '2026-11-02', null],
    ['20261102', '2026-11-02', null],
    ['11-2', '2025-11-02', null],
    ['11月2日', '2025-11-02', null],
    ['十一月二日', '2025-11-02', null],
    ['２０２６－１１－０２', '2026-11-02', null],
    ['2026-11-02 9:05', '2026-11-02', '09:05'],
    ['2026-11-02T09:05:07', '2026-11-02', '09:05:07'],
    ['2026-11-02 09:05:00', '2026-11-02', '09:05'],
    ['2026-11-02 2:30 pm', '2026-11-02', '14:30'],
    ['2026-11-02 12:00 AM', '2026-11-02', '00:00'],
    ['2026年11月2日下午2:30', '2026-11-02', '14:30'],
    ['2026-11-02 下午三点半', '2026-11-02', '15:30'],
    ['20261102 14：30', '2026-11-02', '14:30'],
  ])('%s is read', (text, of, time) => {
    expect(readWritten(text, 2025)).toEqual({ day: of, time })
  })
  test.each([
    '',
    'tomorrow',
    '2026-02-30',
    '2026-11-02 25:00',
    '2026-11-02 上午13点',
    '2026-11-02 9:60',
    '2026-11',
    '1',
  ])('%j is no date', (text) => expect(readWritten(text, 2025)).toBeNull())
  it('is read in no time at any length', () => {
    for (const text of ['1'.repeat(100_000), `2026-11-02${' '.repeat(100_000)}x`]) {
      expect(readWritten(text, 2025)).toBeNull()
    }
  })
  it('means the afternoon on a clock of 12 hours, as in other fields', () => {
    expect(readWritten('2026-11-02 2:30', 2025, true)?.time).toBe('14:30')
  })
})
