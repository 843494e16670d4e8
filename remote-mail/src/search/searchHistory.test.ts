import { expect, it } from 'vitest'
import { withSearch } from './searchHistory.ts'

it('puts a search in front, each once, and keeps eight', () => {
  const list = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  expect(withSearch(list, ' c ')).toEqual(['c', 'a', 'b', 'd', 'e', 'f', 'g', 'h'])
  expect(withSearch(list, '新')).toEqual(['新', 'a', 'b', 'c', 'd', 'e', 'f', 'g'])
  expect(withSearch(list, '  ')).toEqual(list)
})
