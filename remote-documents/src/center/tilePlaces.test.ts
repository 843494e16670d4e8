import { expect, test } from 'vitest'
import { rowsInSight, tileAfter, tilePlaces } from './tilePlaces.ts'

test('tiles fill the width, and stand in pairs on a phone', () => {
  expect([320, 390, 800, 1440].map((width) => tilePlaces(10, width, 1).columns)).toEqual([2, 2, 4, 8])
  expect(tilePlaces(10, 390, 3)).toMatchObject({ columns: 2, rows: 5 })
  expect(tilePlaces(0, 800, 1).rows).toBe(0)
})

test('rows that can be seen are those of the room, at both ends of a long list', () => {
  const places = tilePlaces(10_000, 800, 1)
  expect(rowsInSight(places, 0, 600)).toEqual({ first: 0, last: 3 })
  const end = rowsInSight(places, places.height - 600, 600)
  expect(end.last).toBe(2_499)
  expect(end.last - end.first).toBeLessThan(6)
  expect(rowsInSight(tilePlaces(0, 800, 1), 0, 600)).toEqual({ first: 0, last: 0 })
})

test('keys walk by tiles and by rows, and never out of the list', () => {
  const places = tilePlaces(10, 800, 1)
  const to = (key: string, at: number) => tileAfter(key, at, 10, places, 2)
  expect([to('ArrowRight', 3), to('ArrowLeft', 0), to('ArrowDown', 1), to('ArrowUp', 5)]).toEqual([4, 0, 5, 1])
  expect([to('ArrowUp', 2), to('ArrowDown', 9), to('ArrowDown', 7)]).toEqual([2, 9, 9])
  expect([to('Home', 7), to('End', 2), to('PageDown', 0), to('PageUp', 9)]).toEqual([0, 9, 8, 1])
  expect(to('x', 3)).toBeUndefined()
})
