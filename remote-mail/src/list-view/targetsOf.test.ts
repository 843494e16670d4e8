import { describe, expect, it } from 'vitest'
import { KEY_ACTIONS, type Marked, targetsOf } from './targetsOf.ts'

const marked = (more: Partial<Marked>): Marked => ({ ticked: null, open: null, ring: null, ...more })
const ACTIONS = [...new Set(Object.values(KEY_ACTIONS))]
const OF_ONE = ['reply', 'replyAll', 'forward', 'open']

describe.each(ACTIONS)('%s', (action) => {
  const one = OF_ONE.includes(action)

  it('hits the ticked mails and never the open one beside them; of several, what is for one mail hits none', () => {
    const open = { id: 9, inList: true }
    const three = targetsOf(action, marked({ ticked: [1, 2, 3], open, ring: 4 }))
    expect(three).toEqual(one ? { kind: 'several' } : { kind: 'mails', ids: [1, 2, 3] })
    expect(targetsOf(action, marked({ ticked: 'all', open, ring: 4 }))).toEqual({ kind: one ? 'several' : 'list' })
    expect(targetsOf(action, marked({ ticked: [1], open, ring: 4 }))).toEqual({ kind: 'mails', ids: [1] })
  })

  it('hits the open mail, else the one at the ring, else none', () => {
    expect(targetsOf(action, marked({ open: { id: 9, inList: true }, ring: 4 }))).toEqual({ kind: 'mails', ids: [9] })
    expect(targetsOf(action, marked({ ticked: [], ring: 4 }))).toEqual({ kind: 'mails', ids: [4] })
    expect(targetsOf(action, marked({}))).toEqual({ kind: 'none' })
  })

  it('hits the ringed mail and not one that was filed and is still open', () => {
    const open = { id: 9, inList: false }
    expect(targetsOf(action, marked({ open, ring: 4 }))).toEqual({ kind: 'mails', ids: [4] })
    // Where no ring is seen, the open mail is all that one sees.
    expect(targetsOf(action, marked({ open }))).toEqual({ kind: 'mails', ids: [9] })
  })
})
