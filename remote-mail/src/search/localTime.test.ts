import { expect, it } from 'vitest'
import { fromClock, isEdgeOfDay, toClock } from './localTime.ts'

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

it('a condition from the beginning of a day, or to its end, is about the day', () => {
  const midnight = Date.UTC(2026, 10, 21, 16)
  expect([isEdgeOfDay(midnight, 'start', 8), isEdgeOfDay(midnight - 1, 'end', 8)]).toEqual([true, true])
  expect(isEdgeOfDay(midnight - 1_000, 'end', 8)).toBe(true)
  expect([isEdgeOfDay(midnight, 'end', 8), isEdgeOfDay(midnight - 1, 'start', 8)]).toEqual([false, false])
  expect([isEdgeOfDay(midnight, 'start', 9), isEdgeOfDay(midnight + 60_000, 'start', 8)]).toEqual([false, false])
})
