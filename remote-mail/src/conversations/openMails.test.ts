import { describe, expect, test } from 'vitest'
import { ALL_OPEN, BLOCK, blocksOf, isOpen, NONE_OPEN, nearestTo, TEXTS_MAX, withMail } from './openMails.ts'

describe('which mails of a conversation are open', () => {
  test('given presses, then those that were pressed are open, and each can be closed again', () => {
    const two = withMail(withMail(NONE_OPEN, 3, true), 5, true)
    expect([3, 4, 5].map((id) => isOpen(two, id))).toEqual([true, false, true])
    expect(isOpen(withMail(two, 3, false), 3)).toBe(false)
    expect(withMail(two, 3, true)).toBe(two)
  })
  test('given all, then one that comes later is open too, but none that was closed', () => {
    const all = withMail(ALL_OPEN, 3, false)
    expect([3, 4].map((id) => isOpen(all, id))).toEqual([false, true])
    expect(isOpen(withMail(all, 3, true), 3)).toBe(true)
    expect(isOpen(ALL_OPEN, 3)).toBe(true)
  })
})

describe('which of them have their text', () => {
  const places = Array.from({ length: 100 }, (_, at) => ({ mailId: at + 1, top: at * 100, bottom: at * 100 + 100 }))

  test('those that are nearest to what is seen, and no more than a page can bear', () => {
    const near = nearestTo(5_050, places)
    expect(near.size).toBe(TEXTS_MAX)
    expect([...near].toSorted((a, b) => a - b)[0]).toBe(51 - Math.floor(TEXTS_MAX / 2))
    expect(nearestTo(0, places, 3)).toEqual(new Set([1, 2, 3]))
  })
  test('given a mail of many screens, then it is near as long as any of it is', () => {
    expect(nearestTo(4_000, [{ mailId: 200, top: 0, bottom: 60_000 }, ...places], 1)).toEqual(new Set([200]))
  })
})

test('given a part of a conversation, then its blocks have all of it, and stay the same as it grows', () => {
  const ids = Array.from({ length: 2 * BLOCK + 5 }, (_, at) => at)
  const part = blocksOf(ids, BLOCK - 2, ids.length)
  expect(part.map(({ at }) => at)).toEqual([0, 1, 2])
  expect(part.flatMap((block) => block.ids)).toEqual(ids.slice(BLOCK - 2))
  expect(blocksOf(ids, 0, ids.length)[1]).toEqual(part[1])
  expect(blocksOf(ids, 4, 4)).toEqual([])
})
