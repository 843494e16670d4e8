import { KEPT_NOTES, Lists, NOTES_STAY_MS } from '@yanshu/lists'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { KIND, mailCache, rowOf } from '../testing/modelServer.ts'
import type { MailCache } from './mailCache.ts'

const cacheWith = (...ids: number[]) => {
  const cache = mailCache()
  cache.receive(
    ids.map((id) => rowOf(id)),
    { asOf: cache.now() },
  )
  return cache
}

describe('a mail in the cache', () => {
  it('given an action on its way, shows it over whatever the server says meanwhile', () => {
    const cache = cacheWith(1)
    const star = cache.lay([1], (row) => ({ ...row, color: 4 }))
    cache.receive([rowOf(1, { seen: true })])
    expect(cache.row(1)).toMatchObject({ color: 4, seen: true })
    star.drop()
    expect(cache.row(1)).toMatchObject({ color: 0, seen: true })
  })
  it('given a failure in the middle, keeps the actions before and after it', () => {
    const cache = cacheWith(1)
    cache.lay([1], (row) => ({ ...row, color: 4 }))
    const failing = cache.lay([1], (row) => ({ ...row, seen: true }))
    cache.lay([1], (row) => ({ ...row, sticky: true }))
    failing.drop()
    expect(cache.row(1)).toMatchObject({ color: 4, seen: false, sticky: true })
  })
  it('given a page that was asked for before a push came, keeps what the push said', () => {
    const cache = cacheWith(1)
    const asOf = cache.now()
    cache.receive([rowOf(1, { seen: true })])
    cache.receive([rowOf(1)], { asOf })
    expect(cache.row(1)?.seen).toBe(true)
  })
  it('given a mail that came while its folder was being emptied, leaves it where the server put it', () => {
    const cache = cacheWith(1)
    const emptying = cache.lay(
      (row) => row.mailboxId === 1,
      (row) => ({ ...row, mailboxId: 4, mailUid: 0 }),
    )
    cache.receive([rowOf(2)], { arrival: true })
    emptying.commit()
    emptying.drop()
    expect(cache.row(1)?.mailboxId).toBe(4)
    expect(cache.row(2)?.mailboxId).toBe(1)
  })
  it('given moves out and back whose pushes come last, ends where the last push says', () => {
    const cache = cacheWith(1)
    const out = cache.lay([1], (row) => ({ ...row, mailboxId: 6, mailUid: 900 }))
    out.commit()
    const back = cache.lay([1], (row) => ({ ...row, mailboxId: 1, mailUid: 901 }))
    back.commit()
    out.drop()
    back.drop()
    cache.remove([1], 1)
    cache.receive([rowOf(1, { mailboxId: 6, mailUid: 900 })], { arrival: true })
    cache.remove([1], 6)
    cache.receive([rowOf(1, { mailUid: 901 })], { arrival: true })
    expect(cache.row(1)).toMatchObject({ mailboxId: 1, mailUid: 901 })
  })
  it('given word that a mail has left its folder while its move is on the way, shows it where it moves to', () => {
    const cache = cacheWith(1)
    const shown: (number | undefined)[] = []
    cache.subscribe(1, () => shown.push(cache.row(1)?.mailboxId))
    const move = cache.lay([1], (row) => ({ ...row, mailboxId: 6, mailUid: 0 }))
    cache.remove([1], 1)
    move.commit((row) => ({ ...row, mailboxId: 6, mailUid: 900 }))
    move.drop()
    expect(shown.every((folderId) => folderId === 6)).toBe(true)
    expect(cache.known(1)).toMatchObject({ mailboxId: 6, mailUid: 900 })
  })
  it('given that word and then a refusal of the move, does not put it back where it no longer is', () => {
    const cache = cacheWith(1)
    const asOf = cache.now()
    const move = cache.lay([1], (row) => ({ ...row, mailboxId: 6, mailUid: 0 }))
    cache.remove([1], 1)
    cache.receive([rowOf(1)], { asOf })
    move.drop()
    expect(cache.row(1)).toBeUndefined()
  })
  it('given a late message about a folder that the mail has left, does not put it back there', () => {
    const cache = cacheWith(1)
    const move = cache.lay([1], (row) => ({ ...row, mailboxId: 6, mailUid: 900 }))
    move.commit()
    move.drop()
    cache.receive([rowOf(1)], { arrival: true })
    expect(cache.row(1)?.mailboxId).toBe(6)
  })
  it('given a mail deleted for good, stays without it', () => {
    const cache = cacheWith(1)
    const gone = cache.lay([1], () => null)
    gone.commit(undefined, true)
    gone.drop()
    cache.receive([rowOf(1, { mailboxId: 4, mailUid: 77 })], { arrival: true })
    expect(cache.row(1)).toBeUndefined()
  })
  it('tells only the listeners of the mail that changed, once, and not when nothing changed', () => {
    const cache = cacheWith(1, 2)
    const calls: number[] = []
    cache.subscribe(1, () => calls.push(1))
    cache.subscribe(2, () => calls.push(2))
    cache.receive([rowOf(2, { color: 1 })])
    cache.receive([rowOf(1)])
    expect(calls).toEqual([2])
  })
})

describe('a cache of many mails', () => {
  const KEPT = 1_000
  const learn = (cache: MailCache, from: number, to: number) => {
    for (let id = from; id < to; id += 50) {
      const rows = Array.from({ length: 50 }, (_, at) => rowOf(id + at))
      cache.receive(rows, { asOf: cache.now() })
    }
  }
  const sizeOf = (cache: MailCache) => [...cache.baseRows()].length

  it('given 10,000 mails that were learnt, keeps the last ones', () => {
    const cache = mailCache(KEPT)
    learn(cache, 1, 10_001)
    expect(sizeOf(cache)).toBeLessThan(KEPT + 250)
    expect([cache.row(1), cache.row(10_000)?.mailId]).toEqual([undefined, 10_000])
    expect([...cache.rows()].length).toBe(sizeOf(cache))
  })
  it('keeps mails that are shown, selected or under an action, and drops them afterwards', () => {
    const cache = mailCache(KEPT)
    learn(cache, 1, 501)
    const stopShowing = cache.subscribe(7, () => undefined)
    const deselect = cache.hold((id) => id === 8)
    const star = cache.lay([9], (row) => ({ ...row, color: 4 }))
    learn(cache, 1_001, 11_001)
    expect([7, 8, 9].map((id) => cache.row(id)?.mailId)).toEqual([7, 8, 9])
    star.commit()
    star.drop()
    expect(cache.row(9)?.color).toBe(4)
    stopShowing()
    deselect()
    learn(cache, 11_001, 21_001)
    expect([7, 8, 9].map((id) => cache.row(id))).toEqual([undefined, undefined, undefined])
  })
  it('given a mail that was looked at again, drops others first', () => {
    const cache = mailCache(KEPT)
    learn(cache, 1, 1_001)
    cache.subscribe(1, () => undefined)()
    learn(cache, 1_001, 1_301)
    expect([cache.row(1)?.mailId, cache.row(2)]).toEqual([1, undefined])
  })
  it('given a mail that was dropped, learns it again', () => {
    const cache = mailCache(KEPT)
    learn(cache, 1, 10_001)
    cache.receive([rowOf(1, { seen: true })], { asOf: cache.now() })
    expect(cache.row(1)?.seen).toBe(true)
  })
})

describe('what the cache notes of changes', () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  const CHANGES = 5_000
  const FIRST = 100_000
  /** Each of these mails is changed by a push, moved away and then deleted for good. */
  const changeMany = (cache: MailCache, first: number) => {
    for (let id = first; id < first + CHANGES; id += 1) {
      cache.receive([rowOf(id)], { arrival: true })
      const move = cache.lay([id], (row) => ({ ...row, mailboxId: 6, mailUid: id + 1 }))
      move.commit()
      move.drop()
      const deletion = cache.lay([id], () => null)
      deletion.commit(undefined, true)
      deletion.drop()
    }
  }

  it('given many changes a day, does not grow with their number', () => {
    vi.useFakeTimers()
    const cache = cacheWith(1)
    for (let hour = 0; hour < 4; hour += 1) {
      changeMany(cache, FIRST + hour * CHANGES)
      vi.setSystemTime(Date.now() + 3_600_000)
    }
    cache.receive([rowOf(1, { seen: true })])
    expect(cache.noteCount).toBeLessThanOrEqual(4 * KEPT_NOTES)
  })
  it('given a page that was asked for before 5,000 deletions, brings none of them back', () => {
    vi.useFakeTimers()
    const cache = mailCache()
    const asOf = cache.now()
    changeMany(cache, FIRST)
    vi.setSystemTime(Date.now() + NOTES_STAY_MS / 2)
    cache.remove([1], null)
    cache.receive(
      Array.from({ length: CHANGES }, (_, at) => rowOf(FIRST + at)),
      { asOf },
    )
    expect([...cache.rows()]).toEqual([])
  })
  it('given an action on its way for hours, still knows what was learnt since it began', () => {
    vi.useFakeTimers()
    const cache = cacheWith(1)
    const emptying = cache.lay(
      (row) => row.mailboxId === 1,
      (row) => ({ ...row, mailboxId: 4, mailUid: 0 }),
    )
    cache.receive([rowOf(2)], { arrival: true })
    vi.setSystemTime(Date.now() + 3_600_000)
    changeMany(cache, FIRST)
    emptying.commit()
    emptying.drop()
    expect(cache.row(2)?.mailboxId).toBe(1)
  })
})

describe('lists over such a cache', () => {
  it('keep the mails that stand in them', async () => {
    const cache = mailCache(100)
    const rows = Array.from({ length: 50 }, (_, at) => rowOf(50 - at))
    const lists = new Lists({
      kind: KIND,
      cache,
      fetchPage: async () => ({ list: rows, total: 50, more: false }),
      busy: () => false,
      today: () => ({ timeZone: 8, day: 20_000 }),
    })
    const list = lists.get({ kind: 'folder', folderId: 1, unread: 'any' })
    list.show(0, 24)
    await new Promise((resolve) => setTimeout(resolve, 0))
    const strangers = Array.from({ length: 1_000 }, (_, at) => rowOf(5_000 + at, { mailboxId: 6 }))
    for (const row of strangers) cache.receive([row], { asOf: cache.now() })
    expect(list.loaded().every((id) => cache.row(id) !== undefined)).toBe(true)
    expect(list.loaded()).toHaveLength(50)
  })
})
