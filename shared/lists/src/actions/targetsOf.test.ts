import { describe, expect, it } from 'vitest'
import { type Marked, targetsOf } from './targetsOf.ts'

const marked = (more: Partial<Marked<number>>): Marked<number> => ({ ticked: null, open: null, ring: null, ...more })

describe.each([
  ['an action for one item', true],
  ['an action for any number of items', false],
])('%s', (_name, forOne) => {
  it('hits the ticked items and never the open one beside them; of several, what is for one item hits none', () => {
    const open = { id: 9, inList: true }
    const three = targetsOf(forOne, marked({ ticked: [1, 2, 3], open, ring: 4 }))
    expect(three).toEqual(forOne ? { kind: 'several' } : { kind: 'items', ids: [1, 2, 3] })
    expect(targetsOf(forOne, marked({ ticked: 'all', open, ring: 4 }))).toEqual({ kind: forOne ? 'several' : 'list' })
    expect(targetsOf(forOne, marked({ ticked: [1], open, ring: 4 }))).toEqual({ kind: 'items', ids: [1] })
  })

  it('hits the open item, else the one at the ring, else none', () => {
    expect(targetsOf(forOne, marked({ open: { id: 9, inList: true }, ring: 4 }))).toEqual({ kind: 'items', ids: [9] })
    expect(targetsOf(forOne, marked({ ticked: [], ring: 4 }))).toEqual({ kind: 'items', ids: [4] })
    expect(targetsOf(forOne, marked({}))).toEqual({ kind: 'none' })
  })

  it('hits the ringed item and not one that was filed and is still open', () => {
    const open = { id: 9, inList: false }
    expect(targetsOf(forOne, marked({ open, ring: 4 }))).toEqual({ kind: 'items', ids: [4] })
    // Where no ring is seen, the open item is all that one sees.
    expect(targetsOf(forOne, marked({ open }))).toEqual({ kind: 'items', ids: [9] })
  })
})
