import type { SocketMessage } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { BACKLOG_MOST, Backlog } from '../src/socket/backlog.ts'

const change = (seq: number, id: number) =>
  ({
    optType: 'mailbox',
    seq,
    change: 'updated',
    mailboxId: 1,
    mailIds: [id],
    items: [],
    counters: { folders: [], labels: [] },
  }) satisfies SocketMessage
const ready = (seq: number, missed = false): SocketMessage => ({ optType: 'ready', seq, missed })
const idsOf = (messages: ReturnType<Backlog['after']>) =>
  messages?.map((message) => ('mailIds' in message ? message.mailIds[0] : 0))

function greeted(since: number | undefined, ...messages: SocketMessage[]): Backlog {
  const backlog = new Backlog()
  backlog.greet(since)
  for (const message of messages) backlog.take(message)
  return backlog
}

test('a window gets what came after the change it knows, and no change twice', () => {
  const backlog = greeted(4, change(5, 50), change(6, 60), ready(6))
  expect(idsOf(backlog.after(4))).toEqual([50, 60])
  expect(idsOf(backlog.after(5))).toEqual([60])
  expect(idsOf(backlog.after(6))).toEqual([])
  expect(backlog.after(3)).toBeNull()
  expect(backlog.seq).toBe(6)
})

test('a change of several messages is handed on whole, also while its last one is on the way', () => {
  // All but the last carry the number of the change before.
  const backlog = greeted(4, change(4, 51), change(5, 52), ready(5))
  expect(idsOf(backlog.after(4))).toEqual([51, 52])
  expect(idsOf(backlog.after(5))).toEqual([])
  backlog.take(change(5, 61))
  expect(idsOf(backlog.after(5))).toEqual([61])
  expect(idsOf(backlog.after(undefined))).toEqual([61])
  backlog.take(change(6, 62))
  expect(idsOf(backlog.after(5))).toEqual([61, 62])
  expect(idsOf(backlog.after(6))).toEqual([])
})

test('a socket that comes back goes on where it was; one that missed too much begins anew', () => {
  const backlog = greeted(4, change(5, 50), ready(5))
  backlog.greet(5)
  backlog.take(change(6, 60))
  backlog.take(ready(6))
  expect(idsOf(backlog.after(4))).toEqual([50, 60])
  backlog.greet(6)
  expect(backlog.take(ready(900, true))).toBe(true)
  expect(backlog.after(899)).toBeNull()
  expect(idsOf(backlog.after(900))).toEqual([])
})

test('what one window has asked for again is not told to the others, events are', () => {
  const backlog = greeted(undefined, ready(7), change(8, 80))
  expect(backlog.take(change(7, 70))).toBe(false)
  expect(idsOf(backlog.after(7))).toEqual([80])
  expect(backlog.take({ optType: 'event', name: 'calendar.changed', data: 1 })).toBe(true)
})

test('it does not grow: a window that needs older changes reads everything again', () => {
  const backlog = greeted(0, ready(0))
  for (let seq = 1; seq <= BACKLOG_MOST + 5; seq += 1) backlog.take(change(seq, seq))
  expect(backlog.after(4)).toBeNull()
  expect(backlog.after(5)).toHaveLength(BACKLOG_MOST)
})
