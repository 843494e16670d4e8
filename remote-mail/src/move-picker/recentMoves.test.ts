import { expect, it } from 'vitest'
import { withMove } from './recentMoves.ts'

it('keeps the last folders, each once, the last one first', () => {
  expect(withMove([], 4)).toEqual([4])
  expect(withMove([4, 5], 5)).toEqual([5, 4])
  expect(withMove([1, 2, 3, 4, 5, 6], 7)).toEqual([7, 1, 2, 3, 4, 5])
})
