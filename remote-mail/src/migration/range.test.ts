import { expect, test } from 'vitest'
import { isRangeWrong, momentsOf } from './range.ts'

test('given two days in China, then the range holds both of them whole', () => {
  expect(momentsOf({ since: '2026-01-01', last: '2026-01-31' }, 8)).toEqual({
    since: Date.parse('2025-12-31T16:00:00Z'),
    before: Date.parse('2026-01-31T16:00:00Z'),
  })
  expect(momentsOf({ since: undefined, last: undefined }, 8)).toEqual({ since: null, before: null })
})

test('one day alone is a range, and a last day before the first is none', () => {
  const paths = new Set<string>()
  expect(isRangeWrong({ paths, since: '2026-01-02', last: '2026-01-02' })).toBe(false)
  expect(isRangeWrong({ paths, since: '2026-01-02', last: '2026-01-01' })).toBe(true)
})
