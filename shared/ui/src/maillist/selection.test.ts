import { expect, it } from 'vitest'
import { countSelected, EVERYTHING, isSelected, NOTHING, onlySelected, withSelected } from './selection.ts'

it('adds and removes rows by key', () => {
  const some = withSelected(NOTHING, ['a', 'b'], true)
  expect(countSelected(some, 100)).toBe(2)
  expect(isSelected(some, 'a')).toBe(true)
  expect(countSelected(withSelected(some, ['a'], false), 100)).toBe(1)
})

it('selects everything without knowing the rows, and lets some out', () => {
  const most = withSelected(EVERYTHING, ['a'], false)
  expect(countSelected(EVERYTHING, 100_000)).toBe(100_000)
  expect(countSelected(most, 100_000)).toBe(99_999)
  expect(isSelected(most, 'a')).toBe(false)
  expect(isSelected(most, 'unknown')).toBe(true)
  expect(withSelected(most, ['a'], true)).toEqual(EVERYTHING)
})

it('does not change what it was given', () => {
  const before = onlySelected(['a'])
  withSelected(before, ['b'], true)
  expect(before).toEqual({ kind: 'some', keys: new Set(['a']) })
})
