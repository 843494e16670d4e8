import { expect, test } from 'vitest'
import { createPump, type Due } from './pump.ts'

/** Work that ends when the test ends it. */
function makeWork(items: readonly Due[], atOnce: number, perKey: number) {
  let left = [...items]
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  let looks = 0
  const pump = createPump<Due>({
    atOnce,
    perKey: () => perKey,
    pauses: () => false,
    async find({ ids, keys }) {
      looks += 1
      const due = left.filter((one) => !ids.includes(one.id) && !one.keys.some((key) => keys.includes(key)))
      return { due: due.slice(0, 4), more: due.length > 4 }
    },
    run(one) {
      begun.push(one.id)
      return new Promise((resolve) => {
        ends.set(one.id, () => {
          left = left.filter(({ id }) => id !== one.id)
          resolve()
        })
      })
    },
  })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return {
    pump,
    begun,
    looks: () => looks,
    add: (one: Due) => left.push(one),
    settle: turn,
    end: async (id: string) => {
      ends.get(id)?.()
      await turn()
    },
  }
}

const of = (key: string, ...ids: string[]): Due[] => ids.map((id) => ({ id, keys: [key] }))

test('one key takes its own places, and what stands behind it is found', async () => {
  const work = makeWork([...of('slow', 's1', 's2', 's3', 's4', 's5', 's6'), ...of('quick', 'q1', 'q2')], 4, 2)
  const done = work.pump.run()
  await work.settle()
  expect(work.begun).toEqual(['s1', 's2', 'q1', 'q2'])
  await work.end('q1')
  await work.end('q2')
  expect(work.begun).toHaveLength(4)
  for (const id of ['s1', 's2', 's3', 's4', 's5', 's6']) await work.end(id)
  await done
  expect(work.begun.toSorted()).toEqual(['q1', 'q2', 's1', 's2', 's3', 's4', 's5', 's6'])
})

test('while it waits for something slow, a call makes it look again, and it looks no more than that', async () => {
  const work = makeWork(of('slow', 's1'), 4, 1)
  const done = work.pump.run()
  await work.settle()
  const before = work.looks()
  await work.settle()
  expect(work.looks()).toBe(before)
  work.add({ id: 'new', keys: ['other'] })
  expect(work.pump.run()).toBe(done)
  await work.settle()
  expect(work.begun).toEqual(['s1', 'new'])
  await work.end('new')
  await work.end('s1')
  await done
})

test('what is due all the same after it ran is not run again', async () => {
  let runs = 0
  const pump = createPump<Due>({
    atOnce: 2,
    perKey: () => 1,
    pauses: () => false,
    find: async ({ ids }) => ({ due: of('k', 'a', 'b').filter(({ id }) => !ids.includes(id)), more: true }),
    run: async () => {
      runs += 1
    },
  })
  await pump.run()
  expect(runs).toBe(2)
})

test('given one that ends while others are looked for without its key, then what stands behind it is run', async () => {
  const left = of('one sender', 'a', 'b', 'c')
  const begun: string[] = []
  const looks: (() => void)[] = []
  const pump = createPump<Due>({
    atOnce: 4,
    perKey: () => 1,
    pauses: () => false,
    async find({ keys }) {
      if (keys.length > 0) await new Promise<void>((resolve) => looks.push(resolve))
      return { due: keys.length > 0 ? [] : left.slice(0, 1), more: left.length > 1 }
    },
    async run({ id }) {
      begun.push(id)
      await new Promise((resolve) => setImmediate(resolve))
      left.shift()
      // It has ended by the time at which the look has its answer.
      setImmediate(() => setImmediate(() => looks.shift()?.()))
    },
  })
  await pump.run()
  expect(begun).toEqual(['a', 'b', 'c'])
})
