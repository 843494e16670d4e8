import type { DayHeading } from '@yanshu/contracts'
import { ActionEngine, Lists, readersDay } from '@yanshu/lists'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ListQuery } from '../list-window/listQuery.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { UID_UNKNOWN } from '../mailbox/mailKind.ts'
import { applyPush } from '../push-feed/applyPush.ts'
import { dice } from '../testing/dice.ts'
import { KIND, LABELS, ModelCounters, ModelServer, mailCache, roleOf, rowOf } from '../testing/modelServer.ts'
import { arrangedList, arrangementOf } from '../triage/arrangement.ts'
import { allSeenPlan, emptyPlan } from '../triage/folderPlans.ts'
import { type CounterDelta, counterDeltas } from './counterDeltas.ts'
import { binPlan, deletePlan, labelPlan, movePlan, recoverPlan, seenPlan, starPlan, stickyPlan } from './plans.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const QUERIES: readonly ListQuery[] = [
  { kind: 'folder', folderId: 1, unread: 'any' },
  { kind: 'folder', folderId: 4, unread: 'any' },
  { kind: 'folder', folderId: 6, unread: 'any' },
  { kind: 'label', labelId: 71, unread: 'any' },
  { kind: 'favorite', unread: 'any' },
  arrangedList({ kind: 'folder', folderId: 1, unread: 'any' }, arrangementOf('subject up', ''), roleOf),
  arrangedList({ kind: 'folder', folderId: 6, unread: 'any' }, arrangementOf('size down', ''), roleOf),
]

const SUBJECTS = ['周报', 'Re: 周报', 'b', 'A', '回复：b']

function story(seed: number, mails: number) {
  const random = dice(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  let hear: (message: Parameters<typeof applyPush>[0]) => void = () => undefined
  const server = new ModelServer(
    { there: () => below(80), back: () => below(200), fails: () => random() < 0.15, push: () => below(150) },
    (message) => hear(message),
  )
  for (let id = 1; id <= mails; id++) {
    server.mails.set(
      id,
      rowOf(id, {
        mailboxId: [1, 1, 1, 6, 4][id % 5] ?? 1,
        seen: random() < 0.5,
        color: random() < 0.2 ? 1 : 0,
        labelIds: random() < 0.3 ? [71] : [],
        subject: SUBJECTS[below(SUBJECTS.length)] ?? '',
        size: below(5),
      }),
    )
  }
  const cache = mailCache()
  const lists = new Lists({
    kind: KIND,
    cache,
    fetchPage: (query: ListQuery, start, signal) => server.fetch(query, start, signal),
    busy: () => engine.busy,
    today: () => readersDay(8),
  })
  const counters = new ModelCounters(server.counters())
  const engine: ActionEngine<MailRow, number, CounterDelta> = new ActionEngine({
    kind: KIND,
    cache,
    counters: {
      deltasOf: (changes) => counterDeltas(changes, roleOf),
      adjust: counters.adjust,
      async refresh() {
        const pushed = counters.revision
        const fetched = await server.fetchCounters()
        // Counters of a push that came meanwhile are newer.
        if (counters.revision === pushed) counters.apply(fetched)
      },
    },
    lists,
    echoGraceMs: 1_000,
  })
  hear = (message) => {
    if ('counters' in message) counters.apply(message.counters)
    applyPush(message, { cache, lists, engine })
  }
  return { random, below, server, cache, lists, counters, engine }
}

/** Headings with the row each stands above. */
function sectionsOf(headings: readonly DayHeading[]) {
  let start = 0
  return headings
    .filter(({ count }) => count > 0)
    .map(({ kind, from, count }) => {
      start += count
      return { kind, from, start: start - count }
    })
}

describe('any story of actions, late answers, failures and pushes', () => {
  const seeds = Array.from({ length: 120 }, (_, at) => at + 1)
  it.each(seeds)(
    'given story %i, when all answers have arrived, then client and server have the same state',
    async (seed) => {
      const { random, below, server, cache, lists, counters, engine } = story(seed, 130)
      const windows = QUERIES.map((query) => lists.get(query))
      for (const window of windows) {
        lists.watch(window)
        window.show(0, 20)
      }
      let nextId = 1_000
      const left = new Set<number>()
      for (let step = 0; step < 60; step++) {
        const ids = [...server.mails.keys()].sort(() => random() - 0.5).slice(0, 1 + below(4))
        const known = ids.filter((id) => cache.row(id))
        const choice = below(13)
        const folder = counters.shown().folders.find(({ folderId }) => folderId === (random() < 0.5 ? 1 : 6))
        const plans = [
          () => seenPlan(server, known, random() < 0.5),
          () => starPlan(server, known, below(3)),
          () =>
            stickyPlan(
              server,
              known.filter((id) => cache.row(id)?.mailboxId !== 4),
              random() < 0.5,
            ),
          () => labelPlan(server, known, random() < 0.5 ? LABELS : [], random() < 0.5 ? [71] : []),
          () => movePlan(server, known, [1, 6][below(2)] ?? 1),
          () => binPlan(server, known, 4),
          () =>
            recoverPlan(
              server,
              known.filter((id) => cache.row(id)?.mailboxId === 4),
              () => 1,
            ),
          () => deletePlan(server, known),
        ]
        const plan = plans[choice]?.()
        if (plan && typeof plan.items !== 'function' && plan.items.length > 0) {
          const gone = choice === 7 ? plan.items : []
          for (const id of gone) left.add(id)
          engine.run(plan).settled.catch(() => {
            for (const id of gone) left.delete(id)
          })
        } else if (choice === 8)
          server.deliver(rowOf(nextId++, { subject: SUBJECTS[below(SUBJECTS.length)] ?? '', size: below(5) }))
        else if (choice === 9) server.elsewhere('mail/email/seen/update', { mailIds: ids, seen: random() < 0.5 })
        else if (choice === 10) server.elsewhere('mail/email/recoverableDelete', { mailIds: ids.slice(0, 1) })
        else if (choice === 11 && folder) {
          const plan = random() < 0.6 ? allSeenPlan(server, folder) : emptyPlan(server, folder, 4)
          engine.run(plan).settled.catch(() => undefined)
        } else windows[below(windows.length)]?.show(below(60), below(60) + 20)
        await vi.advanceTimersByTimeAsync(below(120))
        for (const window of windows) {
          const loaded = window.loaded()
          expect(new Set(loaded).size).toBe(loaded.length)
          expect(loaded.filter((id) => left.has(id))).toEqual([])
        }
      }
      await vi.advanceTimersByTimeAsync(10_000)
      expect(engine.busy).toBe(false)
      expect(counters.shown()).toEqual(server.counters())
      for (const row of cache.rows()) {
        const mailUid = row.mailUid === UID_UNKNOWN ? UID_UNKNOWN : server.mails.get(row.mailId)?.mailUid
        expect(row).toEqual({ ...server.mails.get(row.mailId), mailUid })
      }
      for (const window of windows) {
        // A page behind a mail that was deleted meanwhile fails, and is asked for again by hand.
        if (window.view().status === 'failed') window.retry()
        window.show(0, 200)
        await vi.advanceTimersByTimeAsync(3_000)
        window.show(0, 200)
        await vi.advanceTimersByTimeAsync(3_000)
        expect(window.view().total).toBe(server.list(window.query).length)
        expect(window.loaded()).toEqual(server.list(window.query).map((row) => row.mailId))
        const headings = window.query.kind === 'own' ? [] : server.headings(window.query)
        expect(window.view().sections).toEqual(sectionsOf(headings))
      }
    },
  )
})
