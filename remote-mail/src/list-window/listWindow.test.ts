// @vitest-environment happy-dom
import { type DayHeading, type MailList, PREVIEW_COLUMNS_MAX } from '@yanshu/contracts'
import { KEPT_ROWS, ListWindow, PAGE_ROWS, type PageStart } from '@yanshu/lists'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { folderCall } from '../mailbox/pageCall.ts'
import { KIND, mailCache, rowOf } from '../testing/modelServer.ts'
import type { ListQuery } from './listQuery.ts'

const INBOX: ListQuery = { kind: 'folder', folderId: 1, unread: 'any' }

interface Asked {
  readonly start: PageStart
  readonly signal: AbortSignal
  answer(): Promise<void>
  fail(): Promise<void>
}

/** A list whose pages come when the test gives them. */
function listOver(mails: MailRow[], query: ListQuery = INBOX) {
  const cache = mailCache()
  const asked: Asked[] = []
  const clock = {
    today: { timeZone: 8, day: 20_000 },
    room: Number.POSITIVE_INFINITY,
    /** Mails that the server has not looked at yet: the first so many of its answers say so. */
    incompleteAnswers: 0,
    /** Half of the mails came today, the others yesterday. */
    headings: (): DayHeading[] => [
      { kind: 'sticky', from: 0, count: 0 },
      { kind: 'today', from: mails[Math.floor(mails.length / 2) - 1]?.date ?? 0, count: Math.floor(mails.length / 2) },
      { kind: 'yesterday', from: 0, count: Math.ceil(mails.length / 2) },
    ],
  }
  const list = new ListWindow(query, {
    kind: KIND,
    cache,
    fetchPage: (_query, start, signal) =>
      new Promise<MailList>((resolve, reject) => {
        const settle = async (act: () => void) => {
          act()
          await Promise.resolve()
          await Promise.resolve()
          await Promise.resolve()
        }
        asked.push({
          start,
          signal,
          answer: () =>
            settle(() => {
              const key = start.sortValues && Number(start.sortValues[1])
              const from = key === undefined ? (start.offset ?? 0) : mails.findIndex((row) => row.sortValues[1] < key)
              const page = mails.slice(from, from + start.pageSize)
              const found = { list: page, total: mails.length, more: from + page.length < mails.length }
              const answer = clock.incompleteAnswers-- > 0 ? { ...found, incomplete: true } : found
              resolve(start.timeZone === undefined ? answer : { ...answer, headings: clock.headings() })
            }),
          fail: () => settle(() => reject(new Error('gone'))),
        })
      }),
    busy: () => false,
    today: () => clock.today,
    room: () => clock.room,
  })
  cache.onChange((changes) => list.apply(changes))
  return { cache, list, asked, clock, last: () => asked.at(-1) }
}
const mailsOf = (count: number) => Array.from({ length: count }, (_, at) => rowOf(count - at))

describe('a list of 100,000 mails', () => {
  it('given its top is shown, loads one page and knows how long it is', async () => {
    const { list, asked } = listOver(mailsOf(1_000))
    list.show(0, 20)
    await asked[0]?.answer()
    expect(list.view()).toMatchObject({ status: 'ready', total: 1_000 })
    expect(list.idAt(0)).toBe(1_000)
    expect(asked).toHaveLength(1)
  })
  it('goes on by cursor, and jumps by row number', async () => {
    const { list, asked, last } = listOver(mailsOf(1_000))
    list.show(0, 20)
    await asked[0]?.answer()
    list.show(40, 60)
    expect(last()?.start.sortValues).toEqual([0, 1_000 + 951])
    await last()?.answer()
    list.show(500, 520)
    expect(last()?.start).toMatchObject({ offset: 500, pageSize: 20 })
    await last()?.answer()
    expect(list.idAt(510)).toBe(490)
  })
  it('after a jump asks for nothing more until one scrolls on, then for a page in that direction', async () => {
    const { list, asked, last } = listOver(mailsOf(1_000))
    list.show(0, 20)
    await asked[0]?.answer()
    list.show(500, 520)
    await last()?.answer()
    expect(asked).toHaveLength(2)
    list.show(501, 521)
    expect(asked.slice(2).map(({ start }) => start.pageSize)).toEqual([PAGE_ROWS])
    await last()?.answer()
    expect([list.idAt(499), list.idAt(569)]).toEqual([undefined, 431])
    list.show(499, 519)
    await last()?.answer()
    expect(list.idAt(450)).toBe(550)
    expect(asked).toHaveLength(4)
  })
  it('after a jump in a list that is out of date asks for nothing but what is looked at, with the headings', async () => {
    const { list, asked, last } = listOver(mailsOf(1_000))
    list.show(0, 20)
    await asked[0]?.answer()
    list.markStale()
    list.show(500, 520)
    expect(last()?.start).toEqual({ offset: 500, pageSize: 20, timeZone: 8 })
    await last()?.answer()
    expect([asked.length, list.idAt(500), list.idAt(519)]).toEqual([2, 500, 481])
  })
  it('asks for as much of the first words as rows have room for, and again when they have more', async () => {
    const { list, asked, clock, last } = listOver(mailsOf(1_000))
    clock.room = 70
    list.show(0, 20)
    expect(last()?.start.room).toBe(70)
    await last()?.answer()
    clock.room = 60
    list.show(0, 20)
    expect(asked).toHaveLength(1)
    clock.room = 140
    list.show(0, 20)
    expect(last()?.start).toMatchObject({ room: 140, pageSize: PAGE_ROWS })
    expect([list.idAt(19), list.idAt(20)]).toEqual([981, undefined])
    await last()?.answer()
    list.show(0, 20)
    expect([asked.length, list.idAt(49)]).toEqual([2, 951])
    clock.room = PREVIEW_COLUMNS_MAX + 1
    list.show(0, 20)
    // The contract counts no further: then all of them are asked for.
    expect(last()?.start.room).toBe(PREVIEW_COLUMNS_MAX + 1)
    expect(folderCall({ pageSize: 50, room: PREVIEW_COLUMNS_MAX }, 'any')).toHaveProperty('previewColumns')
    expect(folderCall({ pageSize: 50, room: PREVIEW_COLUMNS_MAX + 1 }, 'any')).toEqual({ pageSize: 50 })
  })
  it('given that nobody is doing anything, loads the page that comes next', async () => {
    const { list, asked, last } = listOver(mailsOf(1_000))
    list.show(0, 20)
    list.lookAhead()
    expect(asked).toHaveLength(1)
    await asked[0]?.answer()
    list.lookAhead()
    await last()?.answer()
    expect(list.idAt(69)).toBe(931)
    list.show(40, 60)
    expect(asked).toHaveLength(2)
  })
  it('given a jump away, calls off pages that nobody waits for any more', async () => {
    const { list, asked } = listOver(mailsOf(5_000))
    list.show(0, 20)
    await asked[0]?.answer()
    for (const row of [500, 1_500, 2_500, 3_500]) list.show(row, row + 20)
    expect(asked[1]?.signal.aborted).toBe(true)
    expect(asked.at(-1)?.signal.aborted).toBe(false)
  })
  it('given new mail, puts it on top of the rest', async () => {
    const { list, asked, cache } = listOver(mailsOf(200))
    list.show(0, 20)
    await asked[0]?.answer()
    cache.receive([rowOf(201)], { arrival: true })
    expect([list.idAt(0), list.idAt(1), list.view().total]).toEqual([201, 200, 201])
  })
  it('given a row whose flags changed, says nothing: only the row is drawn again', async () => {
    const { list, asked, cache } = listOver(mailsOf(200))
    list.show(0, 20)
    await asked[0]?.answer()
    let calls = 0
    list.subscribe(() => {
      calls += 1
    })
    cache.receive([rowOf(200, { seen: true, color: 2 })])
    expect(calls).toBe(0)
    expect(cache.row(200)?.color).toBe(2)
  })
  it('given a mail made sticky, moves it on top without counting it twice', async () => {
    const { list, asked, cache } = listOver(mailsOf(30))
    list.show(0, 20)
    await asked[0]?.answer()
    cache.receive([rowOf(10, { sticky: true })])
    expect(list.idAt(0)).toBe(10)
    expect(list.loaded().filter((id) => id === 10)).toHaveLength(1)
    expect(list.view().total).toBe(30)
  })
  it('given a failure, keeps what it has and loads again when asked to', async () => {
    const { list, asked, last } = listOver(mailsOf(500))
    list.show(0, 20)
    await asked[0]?.answer()
    list.show(200, 220)
    await last()?.fail()
    expect(list.view().status).toBe('failed')
    expect(list.idAt(0)).toBe(500)
    list.retry()
    await last()?.answer()
    expect(list.view().status).toBe('ready')
    expect(list.idAt(210)).toBe(290)
  })
  it('given messages were missed, asks again for what is looked at and keeps it meanwhile', async () => {
    const mails = mailsOf(300)
    const { list, asked, last } = listOver(mails)
    list.show(100, 120)
    await asked[0]?.answer()
    mails.unshift(rowOf(301))
    list.revalidate()
    expect(list.idAt(110)).toBe(190)
    await last()?.answer()
    expect(list.idAt(111)).toBe(190)
    expect(list.view().total).toBe(301)
    expect(last()?.start.pageSize).toBeLessThanOrEqual(PAGE_ROWS * 3)
  })
  it('in the list of unread mails, a mail that is read stays until the list is opened again', async () => {
    const query: ListQuery = { kind: 'folder', folderId: 1, unread: 'unread' }
    const { list, asked, cache } = listOver(mailsOf(20), query)
    list.show(0, 20)
    await asked[0]?.answer()
    cache.receive([rowOf(20, { seen: true })])
    expect(list.idAt(0)).toBe(20)
  })
  it('asks for the headings with its first page and not with those that follow', async () => {
    const { list, asked, last } = listOver(mailsOf(1_000))
    list.show(0, 20)
    expect(asked[0]?.start.timeZone).toBe(8)
    await asked[0]?.answer()
    expect(list.view().sections.map(({ kind, start }) => [kind, start])).toEqual([
      ['today', 0],
      ['yesterday', 500],
    ])
    list.show(700, 720)
    expect(last()?.start.timeZone).toBeUndefined()
    await last()?.answer()
    expect(list.view().sections).toHaveLength(2)
    expect(asked).toHaveLength(2)
  })
  it('given mails that come, go and are kept on top, moves the headings below them', async () => {
    const { list, asked, cache } = listOver(mailsOf(1_000))
    list.show(0, 20)
    await asked[0]?.answer()
    const starts = () => list.view().sections.map(({ kind, start }) => [kind, start])
    cache.receive([rowOf(1_001)], { arrival: true })
    expect(starts()).toEqual([
      ['today', 0],
      ['yesterday', 501],
    ])
    cache.receive([rowOf(990, { sticky: true })])
    expect(starts()).toEqual([
      ['sticky', 0],
      ['today', 1],
      ['yesterday', 501],
    ])
    cache.remove([989, 990], 1)
    expect(starts()).toEqual([
      ['today', 0],
      ['yesterday', 499],
    ])
    cache.receive([rowOf(985, { seen: true, color: 3 })])
    expect(starts()[1]).toEqual(['yesterday', 499])
  })
  it('given the next day, or another time zone, asks for the headings once more when it is looked at', async () => {
    const { list, asked, clock, last } = listOver(mailsOf(100))
    list.show(0, 20)
    await asked[0]?.answer()
    list.show(0, 20)
    expect(asked).toHaveLength(1)
    clock.today = { timeZone: 8, day: 20_001 }
    list.show(0, 20)
    expect(asked).toHaveLength(2)
    await last()?.answer()
    clock.today = { timeZone: -5, day: 20_001 }
    list.show(0, 20)
    expect(last()?.start.timeZone).toBe(-5)
    await last()?.answer()
    list.show(0, 20)
    expect(asked).toHaveLength(3)
    clock.today = { timeZone: -5, day: 20_002 }
    list.show(0, 20)
    await last()?.fail()
    list.show(0, 20)
    expect(asked).toHaveLength(4)
    list.retry()
    list.show(0, 20)
    expect(asked).toHaveLength(5)
    expect(last()?.start.timeZone).toBe(-5)
  })
  it('given somebody scrolls through all of it, keeps the rows around and lets go of those far away', async () => {
    const { list, asked } = listOver(mailsOf(20_000))
    for (let row = 0; row < 20_000; row += 100) {
      list.show(row, row + 100)
      while (asked.length > 0) await asked.shift()?.answer()
    }
    expect(list.loaded().length).toBeLessThanOrEqual(3 * KEPT_ROWS)
    expect(list.idAt(19_990)).toBe(10)
    list.show(0, 20)
    while (asked.length > 0) await asked.shift()?.answer()
    expect(list.idAt(0)).toBe(20_000)
    expect(list.view().total).toBe(20_000)
  })
})

describe('a search of which the server has not looked at all mails', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const SEARCH: ListQuery = { kind: 'search', search: { searchKeyword: '预算' } }
  /** What is left to look at holds the hits. */
  const searchOver = (mails: MailRow[], incompleteAnswers: number) => {
    const over = listOver(mails, SEARCH)
    over.clock.incompleteAnswers = incompleteAnswers
    over.list.show(0, 20)
    return over
  }

  it('asks again until it has, and does not say before that nothing was found', async () => {
    const mails: MailRow[] = []
    const { list, asked, last } = searchOver(mails, 2)
    await last()?.answer()
    expect(list.view()).toMatchObject({ status: 'loading', incomplete: true })
    await vi.runAllTimersAsync()
    expect(asked).toHaveLength(2)
    mails.push(...mailsOf(3))
    await last()?.answer()
    expect(list.view()).toMatchObject({ status: 'ready', total: 3, incomplete: true })
    expect(list.idAt(0)).toBe(3)
    await vi.runAllTimersAsync()
    await last()?.answer()
    expect(list.view()).toMatchObject({ status: 'ready', total: 3, incomplete: false })
    await vi.runAllTimersAsync()
    expect(asked).toHaveLength(3)
  })
  it('waits while nobody looks, and asks when somebody does', async () => {
    const { list, asked, last } = searchOver(mailsOf(3), 1)
    await last()?.answer()
    list.close()
    await vi.runAllTimersAsync()
    expect(asked).toHaveLength(1)
    list.show(0, 20)
    await last()?.answer()
    expect(asked).toHaveLength(2)
    expect(list.view()).toMatchObject({ status: 'ready', incomplete: false })
  })
  it('is asked again as a whole when that failed and somebody retries', async () => {
    const { list, asked, last } = searchOver(mailsOf(3), 1)
    await last()?.answer()
    await vi.runAllTimersAsync()
    await last()?.fail()
    expect(list.view().status).toBe('failed')
    list.retry()
    expect(asked).toHaveLength(3)
    await last()?.answer()
    expect(list.view()).toMatchObject({ status: 'ready', total: 3, incomplete: false })
  })
})
