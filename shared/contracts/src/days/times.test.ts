import { expect, test } from 'vitest'
import { readTime, twelveHours } from './times.ts'
import { timeOf } from './wallText.ts'

test.each([
  ['9', '09:00', '09:00'],
  ['3', '03:00', '15:00'],
  ['03', '03:00', '03:00'],
  ['930', '09:30', '09:30'],
  ['0930', '09:30', '09:30'],
  ['230', '02:30', '14:30'],
  ['1430', '14:30', '14:30'],
  ['9:30', '09:30', '09:30'],
  ['９：３０', '09:30', '09:30'],
  ['9.05', '09:05', '09:05'],
  ['九', '09:00', '09:00'],
  ['0', '00:00', '00:00'],
  ['12', '12:00', '12:00'],
  ['23:59', '23:59', '23:59'],
  ['下午3点', '15:00', '15:00'],
  ['下午三点半', '15:30', '15:30'],
  ['九点一刻', '09:15', '09:15'],
  ['十四时五分', '14:05', '14:05'],
  ['晚上8:20', '20:20', '20:20'],
  ['上午12:05', '00:05', '00:05'],
  ['晚上12点', '00:00', '00:00'],
  ['夜里2点半', '02:30', '02:30'],
  ['夜里十一点', '23:00', '23:00'],
  ['3pm', '15:00', '15:00'],
  ['3:30 PM', '15:30', '15:30'],
  ['12 a.m.', '00:00', '00:00'],
  ['230pm', '14:30', '14:30'],
])('%s is %s, and %s on a clock of 12 hours', (text, hours24, hours12) => {
  expect([readTime(text), readTime(text, { hours12: true })]).toEqual([hours24, hours12])
})

test.each(['', '24', '9:60', '25:00', '960', '99999', 'x', '-1', '9:30:05', '上午13点', '明天', '1'.repeat(100_000)])(
  '%s is no time',
  (text) => expect(readTime(text)).toBeNull(),
)

test('seconds are read where they may be', () => {
  expect(readTime('09:05:07', { seconds: true })).toBe('09:05:07')
  expect(readTime('9:30:00')).toBe('09:30')
  expect(readTime('下午14:30')).toBe('14:30')
})

test('what is shown of a time is read as that time, on both clocks and in both languages', () => {
  for (const language of ['zh', 'en'] as const) {
    for (let minutes = 0; minutes < 1_440; minutes += 5) {
      const time = timeOf(minutes * 60_000)
      for (const hours12 of [false, true]) {
        const shown = hours12 ? twelveHours(time, language) : time
        expect(readTime(shown, { hours12 }), shown).toBe(time)
      }
    }
  }
  expect(twelveHours('23:59:01', 'en')).toBe('11:59:01 PM')
  expect(twelveHours('00:05', 'zh')).toBe('上午12:05')
})
