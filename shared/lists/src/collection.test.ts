import { expect, it, vi } from 'vitest'
import { KEPT_ITEMS } from './cache/itemCache.ts'
import { type Action, collectIds, createCollection, type ItemPage, readersDay } from './index.ts'

/** Files by name: ids and sort values are words, and no push follows an action. */
interface FileRow {
  readonly fileId: string
  readonly folder: string
  readonly sortValues: readonly [name: string]
}

const NAMES = ['合同', '报告', 'plan', 'budget', 'annex', 'zebra'].sort()
const named = (name: string, folder = 'shared'): FileRow => ({ fileId: `id of ${name}`, folder, sortValues: [name] })

function files(names: readonly string[] = NAMES, most = 3) {
  const asked: unknown[] = []
  const stored = names.map((name) => named(name))
  const collection = createCollection<FileRow, string, { folder: string }>(
    {
      idOf: (row) => row.fileId,
      idOfKey: String,
      placeOf: (row) => row.folder,
      keyOf: ({ folder }) => folder,
      rulesOf: ({ folder }) => ({
        belongs: (row) => row?.folder === folder,
        compare: ({ sortValues: [a] }, { sortValues: [b] }) => (a < b ? -1 : a > b ? 1 : 0),
      }),
    },
    {
      today: () => readersDay(8),
      async fetchPage({ folder }, start): Promise<ItemPage<FileRow>> {
        asked.push(start)
        const rows = folder === 'shared' ? stored : []
        const after = start.sortValues?.[0]
        const from = after === undefined ? (start.offset ?? 0) : names.indexOf(String(after)) + 1
        const list = rows.slice(from, from + most)
        return { list, total: rows.length, more: from + list.length < rows.length }
      },
    },
  )
  const list = collection.lists.get({ folder: 'shared' })
  const shown = () => Array.from({ length: list.length }, (_, at) => list.idAt(at)?.replace('id of ', ''))
  return { ...collection, list, shown, asked }
}

const move = (id: string, folder: string, answer: Promise<undefined>): Action<FileRow, string> => ({
  items: [id],
  patch: (row) => ({ ...row, folder }),
  send: () => answer,
})

it('given ids and sort values that are words, then a page goes on after a name and asks for no headings', async () => {
  const { list, shown, asked } = files()
  list.show(0, 6)
  await expect.poll(shown).toEqual(NAMES)
  expect(asked).toEqual([{ pageSize: 50 }, { pageSize: 3, sortValues: [NAMES[2]] }])
})

it('given an action after which no push comes, then its answer ends it, and both lists of the kind have it', async () => {
  const { list, lists, engine, cache, shown } = files()
  list.show(0, 6)
  await expect.poll(shown).toEqual(NAMES)
  const bin = lists.get({ folder: 'bin' })
  bin.show(0, 6)
  await expect.poll(() => bin.view().status).toBe('ready')
  const answer = Promise.withResolvers<undefined>()
  const { settled } = engine.run(move('id of plan', 'bin', answer.promise))
  expect(shown()).toEqual(NAMES.filter((name) => name !== 'plan'))
  expect(bin.idAt(0)).toBe('id of plan')
  expect(engine.busy).toBe(true)
  answer.resolve(undefined)
  await settled
  expect([engine.busy, cache.known('id of plan')?.folder]).toEqual([false, 'bin'])
})

it('given an action that is refused, then its item stands where it was; what follows it is not lost', async () => {
  const { list, engine, leaving, shown } = files()
  list.show(0, 6)
  await expect.poll(shown).toEqual(NAMES)
  const left: string[][] = []
  const stop = leaving.follow((ids) => {
    left.push([...ids])
    return undefined
  })
  const refused = Promise.withResolvers<undefined>()
  let settled: Promise<void> | undefined
  leaving.takeAway(['id of annex'], () => {
    settled = engine.run(move('id of annex', 'bin', refused.promise)).settled
  })
  const other = engine.run(move('id of zebra', 'bin', Promise.resolve(undefined))).settled
  refused.reject(new Error('refused'))
  await expect(settled).rejects.toThrow('refused')
  await other
  stop()
  expect(left).toEqual([['id of annex']])
  expect(shown()).toEqual(NAMES.filter((name) => name !== 'zebra'))
})

it('given a page that fails while the ids of a list are collected, then its items are not held for ever', async () => {
  const { kind, cache, fetchPage } = files()
  const breaksOff: typeof fetchPage = (query, start, signal) =>
    start.sortValues ? Promise.reject(new Error('no network')) : fetchPage(query, start, signal)
  const all = { except: new Set<string>(), most: 100, pageSize: 3 }
  const collected = collectIds({ kind, cache, fetchPage: breaksOff }, { folder: 'shared' }, all)
  await expect(collected).rejects.toThrow('no network')
  const first = `id of ${NAMES[0]}`
  expect(cache.row(first)).toBeDefined()
  const more = Array.from({ length: KEPT_ITEMS + 1_000 }, (_, at) => named(`other ${at}`, 'bin'))
  await expect
    .poll(() => {
      cache.receive(more)
      return cache.row(first)
    })
    .toBeUndefined()
})

it('given a list that is scrolled row by row, then it gets more rows than the cache keeps', async () => {
  const names = Array.from({ length: KEPT_ITEMS + 2_000 }, (_, at) => String(at).padStart(6, '0'))
  const { list } = files(names, 50)
  for (let at = 0; at < names.length; at += 50) {
    list.show(at, at + 50)
    await vi.waitFor(() => expect(list.idAt(at + 49)).toBe(`id of ${names[at + 49]}`), { interval: 1 })
  }
})

it('given two lists of different widths side by side, then each asks for what its own rows have room for', async () => {
  const { lists, list: left, asked } = files()
  const right = lists.get({ folder: 'bin' })
  lists.drawn(left, 70)
  left.show(0, 6)
  await expect.poll(() => left.view().status).toBe('ready')
  lists.drawn(right, 140)
  right.show(0, 6)
  await expect.poll(() => right.view().status).toBe('ready')
  const before = asked.length
  left.show(0, 6)
  left.revalidate()
  await expect.poll(() => asked.length).toBeGreaterThan(before)
  expect(asked.slice(before).map((start) => Reflect.get(Object(start), 'room'))).toEqual([70])
  // One that has not been drawn is asked for as the last one was.
  void lists.ask({ folder: 'new' })
  expect(asked.at(-1)).toMatchObject({ room: 140 })
})
