import { describe, expect, it } from 'vitest'
import { rowOf } from '../testing/modelServer.ts'
import { MailCache } from './mailCache.ts'

const cacheWith = (...ids: number[]) => {
  const cache = new MailCache()
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
  it('given a page that was asked for before a push came, believes the push', () => {
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
  it('given a late word of a folder that the mail has left, does not bring it back there', () => {
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
