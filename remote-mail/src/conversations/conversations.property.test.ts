import { messageProblems } from '@yanshu/build/messageProblems'
import { ActionEngine, Lists, readersDay } from '@yanshu/lists'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CounterDelta, counterDeltas } from '../actions/counterDeltas.ts'
import { binPlan, deletePlan, movePlan, recoverPlan, seenPlan, stickyPlan } from '../actions/plans.ts'
import { type ListQuery, listKey, type OwnList } from '../list-window/listQuery.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { applyPush } from '../push-feed/applyPush.ts'
import { dice } from '../testing/dice.ts'
import { KIND, ModelCounters, ModelServer, mailCache, roleOf, rowOf } from '../testing/modelServer.ts'
import { conversationRules, followConversations } from './conversationRules.ts'
import { en, zh } from './words.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const THREADS = 31
const threadOf = (mailId: number) => mailId % THREADS
const FOLDERS = [1, 6]

const isOfConversations = (query: ListQuery): query is OwnList =>
  query.kind === 'own' && query.name.startsWith('conversations')

/** The model of a server that also answers conversations. */
class ConversationServer extends ModelServer {
  /** The mails of a folder by their threads, the newest first. */
  conversationsOf(folderId: number): MailRow[][] {
    const inside = [...this.mails.values()].filter((row) => row.mailboxId === folderId)
    return [...Map.groupBy(inside, ({ mailId }) => threadOf(mailId)).values()]
      .map((mails) => mails.sort((a, b) => b.sortValues[1] - a.sortValues[1]))
      .sort((a, b) => stickyOf(b) - stickyOf(a) || newestOf(b) - newestOf(a))
  }

  override list(query: ListQuery): MailRow[] {
    if (!isOfConversations(query)) return super.list(query)
    return this.conversationsOf(query.folderId).flatMap(([newest]) => newest ?? [])
  }
}

const stickyOf = (mails: readonly MailRow[]) => Number(mails.some(({ sticky }) => sticky))
const newestOf = (mails: readonly MailRow[]) => mails[0]?.sortValues[1] ?? 0

/** One of the two sessions. */
function session(server: ConversationServer) {
  const sticky = new Map<number, boolean>()
  const queries = FOLDERS.map(
    (folderId): OwnList => ({
      kind: 'own',
      folderId,
      name: 'conversations any',
      ...conversationRules(folderId, (id) => sticky.get(id) === true),
      ask: () => Promise.reject(new Error('the model is asked')),
      askMarked: () => Promise.reject(new Error('the model is asked')),
    }),
  )
  const cache = mailCache()
  const lists = new Lists({
    kind: KIND,
    cache,
    fetchPage: async (query: ListQuery, start, signal) => {
      const { sortValues, ...rest } = start
      // The cursor is the row itself, where it still stands.
      const above = sortValues && server.list(query).findIndex((row) => row.sortValues[1] === Number(sortValues[1]))
      const page = await server.fetch(
        query,
        above === undefined || above < 0 ? rest : { ...rest, offset: above + 1 },
        signal,
      )
      if (isOfConversations(query)) {
        for (const mails of server.conversationsOf(query.folderId)) {
          if (mails[0]) sticky.set(mails[0].mailId, stickyOf(mails) === 1)
        }
      }
      return page
    },
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
      refresh: async () => counters.apply(await server.fetchCounters()),
    },
    lists,
    echoGraceMs: 1_000,
  })
  const windows = queries.map((query) => lists.get(query))
  for (const window of windows) {
    lists.watch(window)
    window.show(0, 20)
    followConversations(
      { cache, lists },
      window.query.kind === 'own' ? window.query.folderId : 0,
      (query) => listKey(query) === listKey(window.query),
    )
  }
  const hear = (message: Parameters<typeof applyPush>[0]) => {
    if ('counters' in message) counters.apply(message.counters)
    applyPush(message, { cache, lists, engine })
  }
  return { cache, lists, engine, windows, counters, hear }
}

it('has its words in both languages', () => expect(messageProblems([zh], en)).toEqual([]))

describe('two sessions that show conversations', () => {
  it.each(Array.from({ length: 10 }, (_, at) => at + 1))(
    'given story %i of fifty actions, when all answers have arrived, then both have the rows of the server',
    async (seed) => {
      const random = dice(seed)
      const below = (limit: number) => Math.floor(random() * limit)
      const listeners: ((message: Parameters<typeof applyPush>[0]) => void)[] = []
      const server = new ConversationServer(
        { there: () => below(80), back: () => below(200), fails: () => random() < 0.1, push: () => below(150) },
        (message) => {
          for (const hear of listeners) hear(message)
        },
      )
      for (let id = 1; id <= 120; id++) {
        server.mails.set(id, rowOf(id, { mailboxId: [1, 1, 6, 4][id % 4] ?? 1, seen: random() < 0.5 }))
      }
      const sessions = [session(server), session(server)] as const
      listeners.push(...sessions.map(({ hear }) => hear))
      await vi.advanceTimersByTimeAsync(1_000)
      let nextId = 1_000
      for (let step = 0; step < 50; step++) {
        const { cache, engine, windows } = sessions[below(2)] ?? sessions[0]
        const folderId = FOLDERS[below(2)] ?? 1
        const whole = server.conversationsOf(folderId)[below(12)] ?? []
        // As the page does: the rows of all mails of a conversation are asked for before it acts on them.
        cache.receive(whole, { asOf: cache.now() })
        const ids = whole.map(({ mailId }) => mailId)
        const binned = [...server.mails.values()].filter((row) => row.mailboxId === 4 && cache.row(row.mailId))
        const plans = [
          () => seenPlan(server, ids, random() < 0.5),
          () => stickyPlan(server, ids.slice(0, 1), random() < 0.5),
          () => movePlan(server, ids, folderId === 1 ? 6 : 1),
          () => binPlan(server, ids, 4),
          () => binPlan(server, ids.slice(0, 1), 4),
          () => deletePlan(server, ids),
          () =>
            recoverPlan(
              server,
              binned.slice(0, 2).map(({ mailId }) => mailId),
              () => 1,
            ),
        ]
        const choice = below(10)
        const plan = plans[choice]?.()
        if (plan && typeof plan.items !== 'function' && plan.items.length > 0) {
          engine.run(plan).settled.catch(() => undefined)
        } else if (choice === 7) server.deliver(rowOf(nextId++))
        else windows[below(2)]?.show(below(20), below(20) + 20)
        await vi.advanceTimersByTimeAsync(below(150))
      }
      await vi.advanceTimersByTimeAsync(10_000)
      for (const { engine, windows, cache, counters } of sessions) {
        expect(engine.busy).toBe(false)
        expect(counters.shown()).toEqual(server.counters())
        for (const row of cache.rows()) expect(row.seen).toBe(server.mails.get(row.mailId)?.seen)
        for (const window of windows) {
          if (window.view().status === 'failed') window.retry()
          window.show(0, 200)
          await vi.advanceTimersByTimeAsync(3_000)
          window.show(0, 200)
          await vi.advanceTimersByTimeAsync(3_000)
          expect(window.loaded()).toEqual(server.list(window.query).map((row) => row.mailId))
          expect(window.view().total).toBe(server.list(window.query).length)
        }
      }
    },
  )
})
