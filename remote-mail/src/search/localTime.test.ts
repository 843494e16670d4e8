import { expect, it } from 'vitest'
import { fromClock, toClock } from './localTime.ts'

it('moments and the clock of the user go there and back, with seconds where there are any', () => {
  const moment = Date.UTC(2024, 10, 2, 6, 30)
  expect(toClock(moment, 8)).toBe('2024-11-02 14:30')
  expect(toClock(moment + 999, 8)).toBe('2024-11-02 14:30')
  expect(toClock(moment + 1_000, 8)).toBe('2024-11-02 14:30:01')
  expect(fromClock('2024-11-02 14:30', 8)).toBe(moment)
  expect(fromClock('2024-11-02 14:30:01', 8)).toBe(moment + 1_000)
  expect(fromClock('2024-11-02 14:30', -5)).toBe(moment + 13 * 3_600_000)
})

it('no moment is no clock', () => {
  expect(toClock(null, 8)).toBeUndefined()
  for (const text of [undefined, '', '2024-1', '2024-13-02 14:30']) expect(fromClock(text, 8)).toBeNull()
})
