import { expect, test } from 'vitest'
import { fairQueue, QueueFullError } from './fairQueue.ts'

/** Work that ends when the test ends it. */
function held() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      begun.push(name)
      ends.push(resolve)
    })
  return { begun, work, endOne: () => ends.shift()?.() }
}

const LONG = 60_000

test('given a party that asks for much, then another waits for one piece of it and not for all', async () => {
  const queue = fairQueue({ atOnce: 1, waiting: 10, waitMs: LONG })
  const { begun, work, endOne } = held()
  const all = ['a1', 'a2', 'a3', 'b1'].map((name) => queue(name.slice(0, 1), work(name)))
  for (let at = 0; at < all.length; at++) {
    await expect.poll(() => begun.length).toBe(at + 1)
    endOne()
  }
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('given more than may wait, then the party with the most of it is refused and not who comes last', async () => {
  const queue = fairQueue({ atOnce: 1, waiting: 2, waitMs: LONG })
  const { begun, work, endOne } = held()
  const [first, second, third] = ['a1', 'a2', 'a3'].map((name) => queue('a', work(name)))
  const other = queue('b', work('b1'))
  await expect(third).rejects.toThrow(QueueFullError)
  for (let at = 1; at <= 3; at++) {
    await expect.poll(() => begun.length).toBe(at)
    endOne()
  }
  await Promise.all([first, second, other])
  expect(begun).toEqual(['a1', 'a2', 'b1'])
})

test('given work that does not end, then whoever waits for it is refused in time', async () => {
  const queue = fairQueue({ atOnce: 1, waiting: 10, waitMs: 20 })
  const { work, endOne } = held()
  const running = queue('a', work('a1'))
  await expect(queue('a', work('a2'))).rejects.toThrow(QueueFullError)
  endOne()
  await running
  await queue('a', async () => {})
})
