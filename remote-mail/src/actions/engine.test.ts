import type { SocketMessage } from '@yanshu/contracts'
import { ActionEngine, Lists, readersDay } from '@yanshu/lists'
import { expect, it } from 'vitest'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { applyPush } from '../push-feed/applyPush.ts'
import { KIND, mailCache, roleOf, rowOf } from '../testing/modelServer.ts'
import { type CounterDelta, counterDeltas } from './counterDeltas.ts'

/** An unread mail that is being marked as read; the answer comes when the test gives it. */
function marking() {
  const cache = mailCache()
  cache.receive([rowOf(1)])
  const lists = new Lists({
    kind: KIND,
    cache,
    fetchPage: () => Promise.reject(new Error('no list is looked at')),
    busy: () => false,
    today: () => readersDay(8),
  })
  const adjusted: string[] = []
  const engine = new ActionEngine<MailRow, number, CounterDelta>({
    kind: KIND,
    cache,
    counters: {
      deltasOf: (changes) => counterDeltas(changes, roleOf),
      adjust: () => {
        adjusted.push('on')
        return () => adjusted.push('off')
      },
      refresh: () => Promise.resolve(),
    },
    lists: { revalidate: () => undefined, settle: () => undefined },
    echoGraceMs: 60_000,
  })
  const answer = Promise.withResolvers<undefined>()
  const { settled } = engine.run({
    items: [1],
    patch: (row) => ({ ...row, seen: true }),
    send: () => answer.promise,
    echo: 'updated',
  })
  const push = (row: MailRow) =>
    applyPush(
      {
        optType: 'mailbox',
        seq: 1,
        change: 'updated',
        mailboxId: 1,
        mailIds: [1],
        items: [row],
        counters: { folders: [], labels: [] },
      } satisfies SocketMessage,
      { cache, lists, engine },
    )
  return { cache, engine, adjusted, push, answer, settled }
}

it('given an answer that comes after a newer push, leaves the mail as the push said', async () => {
  const { cache, engine, push, answer, settled } = marking()
  push(rowOf(1, { seen: true }))
  push(rowOf(1, { seen: false }))
  answer.resolve(undefined)
  await settled
  expect(cache.row(1)?.seen).toBe(false)
  expect(engine.busy).toBe(false)
})

it('given the push of somebody else’s change first, goes on showing its own and keeps its counters', async () => {
  const { cache, engine, adjusted, push, answer, settled } = marking()
  push(rowOf(1, { color: 3 }))
  expect(cache.row(1)).toMatchObject({ seen: true, color: 3 })
  expect(adjusted).toEqual(['on'])
  answer.resolve(undefined)
  await settled
  expect(cache.row(1)).toMatchObject({ seen: true, color: 3 })
  const shown: (boolean | undefined)[] = []
  cache.subscribe(1, () => shown.push(cache.row(1)?.seen))
  push(rowOf(1, { seen: true, color: 3 }))
  expect(shown).toEqual([])
  expect(cache.row(1)).toMatchObject({ seen: true, color: 3 })
  expect(adjusted).toEqual(['on', 'off'])
  expect(engine.busy).toBe(false)
})
