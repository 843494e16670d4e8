import { expect, test } from 'vitest'
import { fittingWidths, widestOf } from './columnWidths.ts'

test('widths that fit stay as they were set', () => {
  expect(fittingWidths({ time: 200, result: 100 }, 800)).toEqual({ time: 200, result: 100 })
  expect(fittingWidths({}, 800)).toEqual({})
})

test('in a narrower window all become smaller by the same part, and what has the rest keeps its least', () => {
  const widths = fittingWidths({ time: 400, result: 200 }, 440)
  expect(widths).toEqual({ time: 200, result: 100 })
  expect(fittingWidths({ time: 400 }, 100)).toEqual({ time: 0 })
})

test('a column grows as long as the one that has the rest has more than its least', () => {
  expect(widestOf(120, 240)).toBe(220)
  expect(widestOf(120, 90)).toBe(120)
})
