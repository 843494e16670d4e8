import { describe, expect, it } from 'vitest'
import { findShift, MAX_ROWS, rowWindow, scrollFor } from './rowWindow.ts'

describe('rows to draw', () => {
  it('are those in sight and eight beyond', () => {
    expect(rowWindow(0, 400, 40, 1000)).toEqual({ first: 0, last: 18 })
    expect(rowWindow(4000, 400, 40, 1000)).toEqual({ first: 92, last: 118 })
  })

  it('end with the list', () => {
    expect(rowWindow(39_600, 400, 40, 1000)).toEqual({ first: 982, last: 999 })
    expect(rowWindow(999_999, 400, 40, 10)).toEqual({ first: 1, last: 9 })
    expect(rowWindow(0, 400, 40, 0)).toEqual({ first: 0, last: -1 })
  })

  it('never are more than the bound, on the tallest screen', () => {
    for (const height of [900, 2160, 5000]) {
      const { first, last } = rowWindow(50_000 * 40, height, 40, 100_000)
      expect(last - first + 1).toBeLessThanOrEqual(MAX_ROWS)
    }
  })
})

it('scrolls as little as needed', () => {
  expect(scrollFor(5, 0, 400, 40, 'nearest')).toBe(0)
  expect(scrollFor(10, 0, 400, 40, 'nearest')).toBe(40)
  expect(scrollFor(3, 400, 400, 40, 'nearest')).toBe(120)
  expect(scrollFor(50_000, 0, 400, 40, 'start')).toBe(2_000_000)
  expect(scrollFor(0, 900, 400, 40, 'center')).toBe(0)
})

it('finds a row again after others came above it', () => {
  const keys = ['n2', 'n1', 'a', 'b', 'c']
  const keyAt = (at: number) => keys[at]
  expect(findShift(0, 'a', keyAt, keys.length)).toBe(2)
  expect(findShift(4, 'b', keyAt, keys.length)).toBe(3)
  expect(findShift(2, 'gone', keyAt, keys.length)).toBeUndefined()
})
