import { describe, expect, it, test } from 'vitest'
import { SHEET_MAX, type Sight, sightAfter, sightAt } from './longSheet.ts'

const SCREEN = 900
/** 500,000 rows of 72 px. */
const LONG = 36_000_000
const LAST = LONG - SCREEN
const START: Sight = { top: 0, height: SCREEN, shift: 0 }
const scrolled = ({ top, shift }: Sight) => top - shift
/** Turns the wheel: the element moves by as much as it can. */
const wheel = (sight: Sight, by: number, height = LONG) =>
  sightAfter(sight, Math.max(0, Math.min(SHEET_MAX - SCREEN, scrolled(sight) + by)), height, SCREEN)
const drag = (to: number) => sightAfter(START, to, LONG, SCREEN)

test('a list that is not too high stands where its element does', () => {
  expect(sightAfter({ ...START, top: 5_000_000 }, 80, 7_200_000, SCREEN)).toEqual({ top: 80, height: SCREEN, shift: 0 })
  expect(sightAt(7_199_100, 7_200_000, SCREEN)).toEqual({ top: 7_199_100, height: SCREEN, shift: 0 })
})

describe('a list of half a million rows', () => {
  it('goes with the scroll bar to the same part, from the first row to the last', () => {
    expect(drag(SHEET_MAX - SCREEN).top).toBe(LAST)
    expect(drag((SHEET_MAX - SCREEN) / 2).top).toBe(LAST / 2)
    expect(sightAfter(drag(9_000_000), 0, LONG, SCREEN).top).toBe(0)
  })

  it('moves by as much as the wheel turns', () => {
    const there = drag(9_000_000)
    expect(wheel(there, 120).top).toBe(there.top + 120)
    expect(wheel(wheel(there, 120), -120)).toEqual(there)
  })

  it('is turned by the wheel up to its first row and down to its last, wherever the scroll bar went', () => {
    let up = drag(2_500)
    for (let step = 0; step < 60; step++) up = wheel(up, -120)
    expect(up).toEqual(START)
    let down = drag(SHEET_MAX - SCREEN - 2_500)
    for (let step = 0; step < 60; step++) down = wheel(down, 120)
    expect(down.top).toBe(LAST)
    expect(scrolled(down)).toBe(SHEET_MAX - SCREEN)
  })

  it('has each row in reach of its element, whichever is asked for', () => {
    for (let part = 0; part <= 1_000; part++) {
      const top = Math.round((LAST * part) / 1_000)
      const sight = sightAt(top, LONG, SCREEN)
      expect(sight.top).toBe(top)
      expect(scrolled(sight)).toBeGreaterThanOrEqual(0)
      expect(scrolled(sight)).toBeLessThanOrEqual(SHEET_MAX - SCREEN)
      // The scroll position agrees, and nothing moves.
      expect(sightAfter(sight, scrolled(sight), LONG, SCREEN).top).toBe(top)
    }
  })

  it('that has become short stands where its element does', () => {
    expect(wheel(drag(9_000_000), 10, 4_000_000).shift).toBe(0)
  })
})
