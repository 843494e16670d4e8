import { describe, expect, it, test } from 'vitest'
import { readTime, readWritten, twelveHours } from './clock.ts'
import { addDays, addMonths, dayOf, partsOf, weeksOf } from './day.ts'
import { WORDS } from './words.ts'

describe('a day', () => {
  it('is one of the calendar', () => {
    expect(dayOf(2028, 2, 29)).toBe('2028-02-29')
    expect(dayOf(2027, 2, 29)).toBeNull()
    expect(dayOf(2026, 13, 1)).toBeNull()
    expect(dayOf(26, 1, 1)).toBeNull()
    expect(partsOf('2026-11-22')).toEqual({ year: 2026, month: 11, date: 22, weekday: 6 })
  })
  it('is followed by others over the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2028-02-29', -12)).toBe('2027-02-28')
    expect(addMonths('2026-11-22', 2)).toBe('2027-01-22')
  })
  it('stands in six weeks', () => {
    const weeks = weeksOf('2026-11-22', 1)
    expect(weeks).toHaveLength(6)
    expect(weeks[0]?.[0]).toBe('2026-10-26')
    expect(weeks[5]?.[6]).toBe('2026-12-06')
    expect(weeksOf('2027-02-10', 1)[0]?.[0]).toBe('2027-02-01')
    // From Sunday and from Saturday on.
    expect(weeksOf('2026-11-22', 0)[0]?.[0]).toBe('2026-11-01')
    expect(weeksOf('2026-11-22', 6)[0]?.[0]).toBe('2026-10-31')
  })
})

describe('what is written', () => {
  test.each([
    ['2026-11-02', '2026-11-02', null],
    ['2026/11/2', '2026-11-02', null],
    ['2026.11.2', '2026-11-02', null],
    ['2026年11月2日', '2026-11-02', null],
    ['20261102', '2026-11-02', null],
    ['11-2', '2025-11-02', null],
    ['11月2日', '2025-11-02', null],
    ['２０２６－１１－０２', '2026-11-02', null],
    ['2026-11-02 9:05', '2026-11-02', '09:05'],
    ['2026-11-02T09:05:07', '2026-11-02', '09:05:07'],
    ['2026-11-02 09:05:00', '2026-11-02', '09:05'],
    ['2026-11-02 2:30 pm', '2026-11-02', '14:30'],
    ['2026-11-02 12:00 AM', '2026-11-02', '00:00'],
    ['2026年11月2日下午2:30', '2026-11-02', '14:30'],
    ['2026-11-02 下午12点', '2026-11-02', '12:00'],
    ['20261102 14：30', '2026-11-02', '14:30'],
  ])('%s is read', (text, day, time) => {
    expect(readWritten(text, 2025)).toEqual({ day, time })
  })
  test.each([
    '',
    'tomorrow',
    '2026-02-30',
    '2026-11-02 25:00',
    '2026-11-02 13:00 pm',
    '2026-11-02 9:60',
    '2026-11',
    '1',
  ])('%j is no date', (text) => expect(readWritten(text, 2025)).toBeNull())
  it('has no length that takes long', () => {
    for (const text of ['1'.repeat(100_000), `2026-11-02${' '.repeat(100_000)}x`])
      expect(readWritten(text, 2025)).toBeNull()
  })
  it('is said by a clock of 12 hours as it is read', () => {
    const english = { am: 'AM', pm: 'PM', halfFirst: false }
    const chinese = { am: '上午', pm: '下午', halfFirst: true }
    for (const time of ['00:00', '00:30', '09:05', '12:00', '12:59', '14:30', '23:59:01']) {
      expect(readTime(twelveHours(time, english))).toBe(time)
      expect(readTime(twelveHours(time, chinese))).toBe(time)
    }
    expect(twelveHours('14:30', english)).toBe('2:30 PM')
    expect(twelveHours('00:05', chinese)).toBe('上午12:05')
  })
})

test('the words name the same values in both languages', () => {
  const values = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
  for (const [key, text] of Object.entries(WORDS.zh)) {
    const english = WORDS.en[key as keyof typeof WORDS.zh]
    expect([key, values(english)]).toEqual([key, values(text)])
  }
})
