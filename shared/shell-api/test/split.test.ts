import { expect, test } from 'vitest'
import { besideOf, splitAfterClose, splitAfterVisit } from '../src/tabs/split.ts'

const split = { left: 'a', right: 'b' }

test('who is gone to takes the half that had the focus, or stays where it is in sight', () => {
  expect(splitAfterVisit(split, 'a', 'c')).toEqual({ left: 'c', right: 'b' })
  expect(splitAfterVisit(split, 'b', 'c')).toEqual({ left: 'a', right: 'c' })
  expect(splitAfterVisit(split, 'a', 'b')).toBe(split)
  expect(splitAfterVisit(split, null, 'c')).toEqual({ left: 'c', right: 'b' })
  expect(splitAfterVisit(null, 'a', 'b')).toBeNull()
})

test('a tab that is closed leaves the room to the one beside it', () => {
  expect(splitAfterClose(split, 'b')).toBeNull()
  expect(splitAfterClose(split, 'c')).toBe(split)
  expect([besideOf(split, 'a'), besideOf(split, 'b'), besideOf(split, 'c'), besideOf(null, 'a')]).toEqual([
    'b',
    'a',
    null,
    null,
  ])
})
