import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTestDatabase } from '../../testing/testDatabase.ts'
import { openStore, type Store } from './open.ts'
import { LentTurn, Turns } from './turns.ts'

let folder: string
let store: Store
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'yanshu-turns-'))
  store = await openStore((await makeTestDatabase('sqlite', folder)).address)
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

/** Makes writers wait behind a transaction, ends it, and answers the order in which they wrote. */
async function orderOf(writers: readonly [name: string, db: Store['db']][]): Promise<string[]> {
  const order: string[] = []
  const waiting: Promise<unknown>[] = []
  await store.db.transaction().execute(async (trx) => {
    for (const [name, db] of writers) {
      const write = async () => {
        order.push(name)
      }
      waiting.push(db.transaction().execute(write))
    }
    // Every one of them has asked for its turn when this has been read.
    await trx.selectFrom('domain').select('id').execute()
    await new Promise((resolve) => setImmediate(resolve))
  })
  await Promise.all(waiting)
  return order
}

test('given people and the background that wait to write, then people are first, each kind in its order', async () => {
  const { db, background } = store
  expect(
    await orderOf([
      ['delivery 1', background],
      ['delivery 2', background],
      ['person 1', db],
      ['person 2', db],
    ]),
  ).toEqual(['person 1', 'person 2', 'delivery 1', 'delivery 2'])
})

test('given many people who write, then the background has its turn among them', async () => {
  const { db, background } = store
  const people = Array.from({ length: 20 }, (_, number): [string, Store['db']] => [`person ${number}`, db])
  const order = await orderOf([['delivery', background], ...people])
  expect(order).toHaveLength(21)
  expect(order.indexOf('delivery')).toBeGreaterThan(0)
  expect(order.indexOf('delivery')).toBeLessThan(20)
})

test('given a transaction of the background, then it is asked to end when a person waits, and not when others do', async () => {
  const seen: boolean[] = []
  const waiting: Promise<unknown>[] = []
  const write = async () => {}
  await store.background.transaction().execute(async () => {
    seen.push(store.isAwaited())
    waiting.push(store.background.transaction().execute(write))
    await new Promise((resolve) => setImmediate(resolve))
    seen.push(store.isAwaited())
    waiting.push(store.db.transaction().execute(write))
    await new Promise((resolve) => setImmediate(resolve))
    seen.push(store.isAwaited())
  })
  await Promise.all(waiting)
  expect([...seen, store.isAwaited()]).toEqual([false, false, true, false])
})

test('memory is given back between statements and beside a transaction, which keeps what it has written', async () => {
  const { db, releaseMemory } = store
  const names = async () =>
    (await db.selectFrom('domain').select('name').orderBy('name').execute()).map(({ name }) => name)
  await db.insertInto('domain').values({ name: 'a.test', created_at: 0 }).execute()
  releaseMemory()
  expect(await names()).toEqual(['a.test'])
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('domain').values({ name: 'b.test', created_at: 0 }).execute()
    releaseMemory()
    expect(await names()).toEqual(['a.test'])
  })
  expect(await names()).toEqual(['a.test', 'b.test'])
})

test('given a turn that is lent to another thread, then nobody writes until that thread is done, and then without its answer', async () => {
  const turns = new Turns()
  const order: string[] = []
  let answer = () => {}
  const lent = turns.lend('background', () => {
    order.push('lent')
    return new Promise<void>((resolve) => (answer = resolve))
  })
  await Promise.resolve()
  const person = turns.begin('people').then(() => order.push('person'))
  turns.takeBack()
  await new Promise((resolve) => setImmediate(resolve))
  expect(order).toEqual(['lent'])
  expect(turns.lent.awaiting).toBe(1)
  // The other thread does this when its transaction has ended.
  new LentTurn(turns.lent.memory).isHeld = false
  turns.takeBack()
  await person
  expect(order).toEqual(['lent', 'person'])
  expect(turns.lent.awaiting).toBe(0)
  // Its answer comes later, and ends no other turn.
  const next = turns.begin('people').then(() => order.push('next'))
  answer()
  await lent
  expect(order).toEqual(['lent', 'person'])
  turns.end()
  await next
  expect(order).toEqual(['lent', 'person', 'next'])
})

test('given a thread that fails with its turn, then the next one writes', async () => {
  const turns = new Turns()
  await expect(turns.lend('background', () => Promise.reject(new Error('ended')))).rejects.toThrow('ended')
  await turns.begin('people')
})
