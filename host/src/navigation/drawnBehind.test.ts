import { describe, expect, it } from 'vitest'
import { DRAWN_BEHIND, drawnBehind } from './drawnBehind.ts'

const all = { isInSight: (id: string) => id === 'here', mayStay: () => true }

describe('drawnBehind', () => {
  it('keeps those that were looked at last, and not the one in sight', () => {
    expect(DRAWN_BEHIND).toBe(2)
    expect([...drawnBehind(['a', 'b', 'c', 'here'], all)]).toEqual(['b', 'c'])
  })

  it('passes over views that do not allow it', () => {
    const kept = drawnBehind(['a', 'b', 'c', 'here'], { ...all, mayStay: (id) => id !== 'c' })
    expect([...kept]).toEqual(['a', 'b'])
  })

  it('is empty where nothing was looked at before', () => {
    expect(drawnBehind(['here'], all).size).toBe(0)
  })
})
