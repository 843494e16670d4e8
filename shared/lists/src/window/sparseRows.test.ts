import { describe, expect, it } from 'vitest'
import { SparseRows } from './sparseRows.ts'

const rowsOf = (...runs: readonly (readonly [start: number, ids: readonly number[]])[]) => {
  const rows = new SparseRows<number>()
  for (const [start, ids] of runs) rows.put(start, ids)
  return rows
}
const all = (rows: SparseRows<number>) => Object.fromEntries(rows.entries())

describe('rows of which few are known', () => {
  it('given two stretches, knows what is between them as a gap', () => {
    const rows = rowsOf([0, [1, 2]], [50_000, [3]])
    expect(rows.at(1)).toBe(2)
    expect(rows.at(2)).toBeUndefined()
    expect(rows.indexOf(3)).toBe(50_000)
    expect(rows.gaps(0, 50_002)).toEqual([
      { from: 2, to: 50_000 },
      { from: 50_001, to: 50_002 },
    ])
  })
  it('given a row put in or taken out, moves everything below', () => {
    const rows = rowsOf([0, [1, 2]], [10, [3]])
    rows.insert(1, 9)
    expect(all(rows)).toEqual({ 0: 1, 1: 9, 2: 2, 11: 3 })
    expect(rows.remove(1)).toBe(0)
    expect(all(rows)).toEqual({ 0: 9, 1: 2, 10: 3 })
    expect(rows.remove(7)).toBe(-1)
  })
  it('given something unknown that went where all is known, leaves the rows where they stand', () => {
    const rows = rowsOf([0, [1, 2]], [10, [3]])
    rows.shift(1, -1)
    rows.shift(0, -1)
    expect(all(rows)).toEqual({ 0: 1, 1: 2, 10: 3 })
    rows.shift(10, -1)
    expect(all(rows)).toEqual({ 0: 1, 1: 2, 9: 3 })
  })
  it('given something unknown that came in the middle of a stretch, opens a gap there', () => {
    const rows = rowsOf([0, [1, 2, 3]])
    rows.shift(1, 1)
    expect(all(rows)).toEqual({ 0: 1, 2: 2, 3: 3 })
  })
  it('given an id that stood elsewhere, never has it twice', () => {
    const rows = rowsOf([0, [1, 2, 3]])
    rows.put(5, [2, 2, 4])
    expect(all(rows)).toEqual({ 0: 1, 2: 3, 5: 2, 6: 4 })
    rows.insert(0, 4)
    expect(rows.size).toBe(4)
  })
  it('forgets a stretch without moving the rest', () => {
    const rows = rowsOf([0, [1, 2, 3, 4]])
    rows.forget(1, 3)
    expect(all(rows)).toEqual({ 0: 1, 3: 4 })
    expect(rows.has(2)).toBe(false)
  })
})
