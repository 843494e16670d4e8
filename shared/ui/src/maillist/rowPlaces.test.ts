import { describe, expect, it } from 'vitest'
import { findShift, MAX_ROWS, RowPlaces, rowWindow, scrollFor } from './rowPlaces.ts'

const plain = (count: number) => new RowPlaces(count, 40)

describe('rows to draw', () => {
  it('are those in sight and eight beyond', () => {
    expect(rowWindow(plain(1000), 0, 400)).toEqual({ first: 0, last: 18 })
    expect(rowWindow(plain(1000), 4000, 400)).toEqual({ first: 92, last: 118 })
  })

  it('end with the list', () => {
    expect(rowWindow(plain(1000), 39_600, 400)).toEqual({ first: 982, last: 999 })
    expect(rowWindow(plain(10), 999_999, 400)).toEqual({ first: 1, last: 9 })
    expect(rowWindow(plain(0), 0, 400)).toEqual({ first: 0, last: -1 })
  })

  it('never are more than the bound, on the tallest screen', () => {
    for (const height of [900, 2160, 5000]) {
      const { first, last } = rowWindow(plain(100_000), 50_000 * 40, height)
      expect(last - first + 1).toBeLessThanOrEqual(MAX_ROWS)
    }
  })
})

it('scrolls as little as needed', () => {
  const places = plain(100_000)
  expect(scrollFor(places, 5, 0, 400, 'nearest')).toBe(0)
  expect(scrollFor(places, 10, 0, 400, 'nearest')).toBe(40)
  expect(scrollFor(places, 3, 400, 400, 'nearest')).toBe(120)
  expect(scrollFor(places, 50_000, 0, 400, 'start')).toBe(2_000_000)
  expect(scrollFor(places, 0, 900, 400, 'center')).toBe(0)
})

describe('headings between rows', () => {
  // Above the rows 0, 3 and 1,000 of 100,000.
  const places = new RowPlaces(100_000, 40, [0, 3, 1_000], 28)

  it('move every row below them down by their height, and the list is longer by all of them', () => {
    expect([0, 2, 3, 999, 1_000, 99_999].map((index) => places.topOf(index))).toEqual([
      28,
      108,
      176,
      999 * 40 + 56,
      1_000 * 40 + 84,
      99_999 * 40 + 84,
    ])
    expect(places.height).toBe(100_000 * 40 + 84)
    expect([0, 1, 2].map((section) => places.headingTop(section))).toEqual([0, 148, 1_000 * 40 + 56])
  })

  it('are passed on the way from a height to a row, so that the two ways agree for every row', () => {
    for (const index of [0, 1, 2, 3, 4, 999, 1_000, 1_001, 50_000, 99_999]) {
      expect(places.rowAt(places.topOf(index))).toBe(index)
      expect(places.rowAt(places.topOf(index) + 39)).toBe(index)
    }
    for (const [section, start] of places.starts.entries()) {
      expect(places.rowAt(places.headingTop(section))).toBe(start)
      expect(places.rowAt(places.headingTop(section) + 27)).toBe(start)
    }
  })

  it('never cover the row that is scrolled to', () => {
    for (const index of [0, 3, 500, 1_000, 50_000]) {
      expect(scrollFor(places, index, 0, 400, 'start')).toBe(places.topOf(index) - 28)
      expect(scrollFor(places, index, 9_000_000, 400, 'nearest')).toBe(places.topOf(index) - 28)
    }
  })

  it('need not begin with the first row', () => {
    const later = new RowPlaces(10, 40, [4], 28)
    expect([later.sectionOf(3), later.sectionOf(4)]).toEqual([-1, 0])
    expect([later.topOf(3), later.topOf(4), later.rowAt(165), later.rowAt(200)]).toEqual([120, 188, 4, 4])
    expect(scrollFor(later, 0, 100, 80, 'nearest')).toBe(0)
  })
})

it('finds a row again after others came above it', () => {
  const keys = ['n2', 'n1', 'a', 'b', 'c']
  const keyAt = (at: number) => keys[at]
  expect(findShift(0, 'a', keyAt, keys.length)).toBe(2)
  expect(findShift(4, 'b', keyAt, keys.length)).toBe(3)
  expect(findShift(2, 'gone', keyAt, keys.length)).toBeUndefined()
})
