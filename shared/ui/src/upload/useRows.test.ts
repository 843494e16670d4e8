import { expect, it } from 'vitest'
import { afterRows } from './useRows.ts'

const row = (top: number, count: number, height = 40) =>
  Array.from({ length: count }, () => ({ top, bottom: top + height }))

it('shows two rows of files and counts those beyond', () => {
  expect(afterRows([], 2)).toEqual({ beyond: 0, height: undefined })
  expect(afterRows([...row(0, 3), ...row(48, 2)], 2)).toEqual({ beyond: 0, height: undefined })
  expect(afterRows([...row(0, 3), ...row(48, 4), ...row(96, 3), ...row(144, 1)], 2)).toEqual({ beyond: 4, height: 88 })
})

it('measures rows by their highest file', () => {
  expect(afterRows([...row(0, 1), ...row(0, 1, 60), ...row(68, 2), ...row(116, 1)], 2)).toEqual({
    beyond: 1,
    height: 108,
  })
})
