import { TIME_ZONE_MAX, TIME_ZONE_MIN } from '@yanshu/contracts'
import { describe, expect, test } from 'vitest'
import { formatBy } from '../src/format/format.ts'

/** Thursday, 12 March 2026, 14:05:09 in Beijing. */
const NOW = Date.UTC(2026, 2, 12, 6, 5, 9)
const HOUR = 3_600_000
const DAY = 24 * HOUR
const zh = formatBy({ language: 'zh', timeZone: 8, timeFormat: 24, now: () => NOW })
const zh12 = formatBy({ language: 'zh', timeZone: 8, timeFormat: 12, now: () => NOW })
const en = formatBy({ language: 'en', timeZone: 8, timeFormat: 24, now: () => NOW })
const en12 = formatBy({ language: 'en', timeZone: 8, timeFormat: 12, now: () => NOW })

describe('the time of a mail', () => {
  test.each([
    ['now', NOW, '14:05', '14:05', '下午2:05', '2:05 PM'],
    ['midnight today', NOW - 14 * HOUR - 5 * 60_000, '00:00', '00:00', '上午12:00', '12:00 AM'],
    ['noon today', NOW - 2 * HOUR - 5 * 60_000, '12:00', '12:00', '下午12:00', '12:00 PM'],
    [
      'a second before midnight',
      NOW - 14 * HOUR - 5 * 60_000 - 10_000,
      '昨天 23:59',
      'Yesterday 23:59',
      '昨天 下午11:59',
      'Yesterday 11:59 PM',
    ],
    ['yesterday', NOW - DAY, '昨天 14:05', 'Yesterday 14:05', '昨天 下午2:05', 'Yesterday 2:05 PM'],
    ['two days ago', NOW - 2 * DAY, '周二', 'Tue', '周二', 'Tue'],
    ['six days ago', NOW - 6 * DAY, '周五', 'Fri', '周五', 'Fri'],
    ['seven days ago', NOW - 7 * DAY, '3月5日', 'Mar 5', '3月5日', 'Mar 5'],
    ['new year', Date.UTC(2025, 11, 31, 16), '1月1日', 'Jan 1', '1月1日', 'Jan 1'],
    ['last year', Date.UTC(2025, 11, 31, 15, 59), '2025年12月31日', 'Dec 31, 2025', '2025年12月31日', 'Dec 31, 2025'],
    ['tomorrow', NOW + DAY, '明天 14:05', 'Tomorrow 14:05', '明天 下午2:05', 'Tomorrow 2:05 PM'],
    ['next week', NOW + 7 * DAY, '3月19日', 'Mar 19', '3月19日', 'Mar 19'],
  ])('%s', (_, ms, chinese, english, chinese12, english12) => {
    expect([zh, en, zh12, en12].map((one) => one.mailTime(ms))).toEqual([chinese, english, chinese12, english12])
  })

  test('a day has its clock where a list leaves it out', () => {
    expect([zh, en].map((one) => one.dayTime(NOW))).toEqual(['14:05', '14:05'])
    expect([zh, en].map((one) => one.dayTime(NOW - 2 * DAY))).toEqual(['周二 14:05', 'Tue 14:05'])
    expect([zh, en].map((one) => one.dayTime(NOW - 7 * DAY))).toEqual(['3月5日 14:05', 'Mar 5 14:05'])
  })

  test('follows a zone of the IANA list through the year, whole hours or not, and the hours where it is not known', () => {
    const inZone = (zone: string) => formatBy({ language: 'en', timeZone: 8, zone, timeFormat: 24, now: () => NOW })
    const [july, january] = [Date.UTC(2026, 6, 1, 3, 30), Date.UTC(2026, 0, 15, 3, 30)]
    const newYork = inZone('America/New_York')
    expect([july, january].map(newYork.exactTime)).toEqual([
      'Tue, Jun 30, 2026, 23:30:00',
      'Wed, Jan 14, 2026, 22:30:00',
    ])
    expect(inZone('Asia/Kolkata').exactTime(july)).toContain('09:00:00')
    expect(inZone('Mars/Olympus').exactTime(july)).toContain('11:30:00')
    expect(() => newYork.mailTime(Number.NaN)).not.toThrow()
  })

  test('follows the zone of the user, not of the machine', () => {
    for (let timeZone = TIME_ZONE_MIN; timeZone <= TIME_ZONE_MAX; timeZone += 1) {
      const one = formatBy({ language: 'zh', timeZone, timeFormat: 24, now: () => NOW })
      const hour = `${(6 + timeZone + 24) % 24}`.padStart(2, '0')
      expect(one.mailTime(NOW)).toBe(`${hour}:05`)
    }
  })

  test('what is today in one zone may be yesterday in another', () => {
    const at = Date.UTC(2026, 2, 12, 1)
    const now = () => Date.UTC(2026, 2, 12, 14)
    const by = (timeZone: number) => formatBy({ language: 'zh', timeZone, timeFormat: 24, now }).mailTime(at)
    expect([by(-12), by(0), by(12)]).toEqual(['昨天 13:00', '01:00', '昨天 13:00'])
  })
})

test('the exact time names day, weekday and second', () => {
  expect(zh.exactTime(NOW)).toBe('2026年3月12日 周四 14:05:09')
  expect(en12.exactTime(NOW)).toBe('Thu, Mar 12, 2026, 2:05:09 PM')
})

test('days of headings', () => {
  expect([0, 1, -1, 3, 20].map((days) => zh.day(NOW - days * DAY))).toEqual(['今天', '昨天', '明天', '周一', '2月20日'])
  expect(en.day(NOW)).toBe('Today')
})

test('a day in full', () => {
  const ms = Date.UTC(2026, 2, 8, 4)
  expect(zh.fullDay(ms)).toBe('2026年3月8日 周日')
  expect(en.fullDay(ms)).toBe('Sun, Mar 8, 2026')
})

test('sizes', () => {
  const sizes = [0, 1, 1_023, 1_024, 1_536, 1_048_575, 1_048_576, 20 * 1_048_576, 3 * 1_024 ** 3, -5]
  expect(sizes.map((n) => zh.bytes(n))).toEqual([
    '0 B',
    '1 B',
    '1023 B',
    '1 KB',
    '1.5 KB',
    '1 MB',
    '1 MB',
    '20 MB',
    '3 GB',
    '0 B',
  ])
})

test('counts and people', () => {
  expect(zh.count(1_234_567)).toBe('1,234,567')
  expect(zh.people(['张伟', '李娜'])).toBe('张伟、李娜')
  expect(en.people(['Zhang Wei', 'Li Na'])).toBe('Zhang Wei, Li Na')
})
