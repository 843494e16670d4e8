// @vitest-environment happy-dom
import { messageProblems } from '@yanshu/build/messageProblems'
import {
  AI_FINISHED,
  AI_LOCKOUT_RELEASE_MS,
  type AssistantMessage,
  declarationProblems,
  SOCKET_LOCKED,
} from '@yanshu/contracts'
import type { ConnectionEvents } from '@yanshu/shell-api'
import { expect, test } from 'vitest'
import { partsOfAnswer } from '../src/answer/partsOfAnswer.ts'
import contributes from '../src/contributes.ts'
import { ACKNOWLEDGED_WITHIN_MS, createEngine, type Reply, readMessage } from '../src/engine/assistantEngine.ts'
import { findQuotes } from '../src/engine/findQuote.ts'
import en from '../src/messages/en.ts'
import zh from '../src/messages/zh.ts'
import remote from '../src/remote.ts'
import { draftHtml } from '../src/write/draftHtml.ts'

test('given what the manifest says, then the module has it, and nothing else', () => {
  expect(declarationProblems(remote, contributes)).toEqual([])
})

test('given both languages, then they say the same, with the same values', () => {
  expect(messageProblems([zh], en)).toEqual([])
})

const twice = (message: object) => JSON.stringify(JSON.stringify(message))
const said = (id: string, part: Partial<AssistantMessage> = {}) =>
  twice({ id, type: 1, content: '', thought: '', ...part })

/** An engine with a socket and a clock of the test's own. */
function desk() {
  const sent: string[] = []
  const locks: boolean[] = []
  const replies: Reply[] = []
  const timers = new Map<number, { fn: () => void; at: number }>()
  let now = 0
  let serial = 0
  let unlinked = 0
  let closed = 0
  let reconnected = 0
  let socket: ConnectionEvents | null = null
  const count = () => {
    closed += 1
  }
  const countAgain = () => {
    reconnected += 1
  }
  const engine = createEngine({
    open: async (events) => {
      socket = events
      return { send: (text) => void sent.push(text), reconnect: () => countAgain(), close: () => count() }
    },
    onLocked: (locked) => void locks.push(locked),
    onUnlinked: () => {
      unlinked += 1
    },
    timer: {
      set: (fn, ms) => {
        serial += 1
        timers.set(serial, { fn, at: now + ms })
        return serial
      },
      clear: (id) => void timers.delete(id),
    },
  })
  return {
    engine,
    sent,
    locks,
    replies,
    get unlinked() {
      return unlinked
    },
    get closed() {
      return closed
    },
    get reconnected() {
      return reconnected
    },
    socket: () => socket as ConnectionEvents,
    ask: (ticket = 'ticket-1') =>
      engine.ask(
        async () => ticket,
        (reply) => void replies.push(reply),
      ),
    pass(ms: number) {
      now += ms
      for (const [id, { fn, at }] of timers) {
        if (at > now) continue
        timers.delete(id)
        fn()
      }
    },
  }
}

test('the ticket of the call goes over the socket, and the answer grows until its mark', async () => {
  const { ask, sent, socket, replies, engine, locks } = desk()
  await ask()
  socket().onOpen()
  expect(sent).toEqual(['ticket-1'])
  socket().onText(said('ticket-1', { ack: true }))
  socket().onText(said('ticket-1', { content: '先点' }))
  socket().onText(said('ticket-1', { content: '“撤回”', thought: '想' }))
  expect(replies.at(-1)).toMatchObject({ text: '先点“撤回”', thought: '想', state: 'running' })
  socket().onText(said('ticket-1', { content: AI_FINISHED }))
  expect(replies.at(-1)).toMatchObject({ text: '先点“撤回”', state: 'finished' })
  expect(engine.isLocked()).toBe(false)
  expect(locks).toEqual([true, false])
})

test('while one runs, no other is asked; 30 seconds after any message all is free again', async () => {
  const { ask, socket, engine, pass } = desk()
  expect(await ask()).toBe(true)
  expect(await ask('ticket-2')).toBe(false)
  socket().onText(said('ticket-1', { content: '半句' }))
  pass(AI_LOCKOUT_RELEASE_MS - 1)
  expect(engine.isLocked()).toBe(true)
  socket().onText(said('ticket-1', { content: '话' }))
  pass(AI_LOCKOUT_RELEASE_MS - 1)
  expect(engine.isLocked()).toBe(true)
  pass(1)
  expect(engine.isLocked()).toBe(false)
  expect(await ask('ticket-3')).toBe(true)
})

test('what was sent while the socket was dying is sent again, and its answer begins anew', async () => {
  const { ask, sent, socket, replies } = desk()
  await ask()
  socket().onOpen()
  socket().onText(said('ticket-1', { ack: true }))
  socket().onText(said('ticket-1', { content: '一半' }))
  socket().onClose(1006)
  socket().onOpen()
  expect(sent).toEqual(['ticket-1', 'ticket-1'])
  socket().onText(said('ticket-1', { ack: true }))
  socket().onText(said('ticket-1', { content: '整句' }))
  expect(replies.at(-1)?.text).toBe('整句')
})

test('a socket that does not acknowledge is given up for a new one, which is sent the request again', async () => {
  const one = desk()
  await one.ask()
  one.socket().onOpen()
  one.pass(ACKNOWLEDGED_WITHIN_MS - 1)
  expect(one.reconnected).toBe(0)
  one.pass(1)
  expect(one.reconnected).toBe(1)
  one.socket().onClose(1000)
  one.socket().onOpen()
  expect(one.sent).toEqual(['ticket-1', 'ticket-1'])
  one.socket().onText(said('ticket-1', { ack: true }))
  one.pass(ACKNOWLEDGED_WITHIN_MS)
  expect(one.reconnected).toBe(1)
  one.socket().onText(said('ticket-1', { content: '答' }))
  one.socket().onText(said('ticket-1', { content: AI_FINISHED }))
  expect(one.replies.at(-1)).toMatchObject({ text: '答', state: 'finished' })
})

test('what was released before its end is stopped by the next request, here and on the server', async () => {
  const { ask, socket, engine, pass, sent, replies } = desk()
  await ask()
  socket().onOpen()
  socket().onText(said('ticket-1', { ack: true }))
  socket().onText(said('ticket-1', { content: '半句' }))
  pass(AI_LOCKOUT_RELEASE_MS)
  expect(replies.at(-1)?.state).toBe('running')
  await ask('ticket-2')
  expect(sent).toEqual(['ticket-1', 'stop:ticket-1', 'ticket-2'])
  expect(replies.map(({ text, state }) => [text, state])).toContainEqual(['半句', 'stopped'])
  socket().onText(said('ticket-1', { content: '迟到的话' }))
  socket().onText(said('ticket-2', { content: '新的' }))
  expect(replies.at(-1)).toMatchObject({ ticket: 'ticket-2', text: '新的' })
  expect(engine.isLocked()).toBe(true)
})

test('given a socket that says nothing, then all is free 30 seconds after the request was sent', async () => {
  const { ask, engine, pass } = desk()
  await ask()
  pass(AI_LOCKOUT_RELEASE_MS)
  expect(engine.isLocked()).toBe(false)
})

test('stopped while its call is under way, a request ends at once and is never sent', async () => {
  const { engine, replies, sent } = desk()
  const { promise, resolve } = Promise.withResolvers<string>()
  const asked = engine.ask(
    () => promise,
    (reply) => void replies.push(reply),
  )
  engine.stop()
  expect(replies.at(-1)?.state).toBe('stopped')
  expect(engine.isLocked()).toBe(false)
  resolve('ticket-1')
  expect(await asked).toBe(true)
  expect(sent).toEqual([])
})

test('given a screen that is locked, then the answer ends, and nothing is said to be wrong', async () => {
  const one = desk()
  await one.ask()
  one.socket().onOpen()
  one.socket().onText(said('ticket-1', { content: '半句' }))
  one.socket().onClose(SOCKET_LOCKED)
  expect(one.replies.at(-1)).toMatchObject({ text: '半句', state: 'stopped' })
  expect([one.unlinked, one.closed, one.engine.isLocked()]).toEqual([0, 1, false])
})

test.each([
  ['refused', (events: ConnectionEvents) => events.onClose(4401)],
  ['not to be reached', (events: ConnectionEvents) => events.onError?.()],
])('given a socket that is %s, then it says so once, closes, and does not reconnect', async (_what, fail) => {
  const one = desk()
  await one.ask()
  fail(one.socket())
  expect(one.unlinked).toBe(1)
  expect(one.closed).toBe(1)
  expect(one.engine.isLocked()).toBe(false)
  expect(one.replies.at(-1)?.state).toBe('failed')
})

test('given a socket that opens and ends again and again without a word, then it is given up', async () => {
  const one = desk()
  await one.ask()
  for (let time = 0; time < 4; time++) {
    one.socket().onOpen()
    one.socket().onClose(1005)
  }
  expect([one.unlinked, one.closed]).toEqual([1, 1])
})

test('an answer without a word is told apart from one that said something', async () => {
  const { ask, socket, replies } = desk()
  await ask()
  socket().onText(said('ticket-1'))
  socket().onText(said('ticket-1', { content: AI_FINISHED }))
  expect(replies.at(-1)?.state).toBe('empty')
})

test('a failed call leaves nothing locked', async () => {
  const { engine } = desk()
  await expect(
    engine.ask(
      () => Promise.reject(new Error('429')),
      () => undefined,
    ),
  ).rejects.toThrow('429')
  expect(engine.isLocked()).toBe(false)
})

test('a message is read when it was encoded once or twice, anything else is passed over', () => {
  const message = { id: 'a', type: 1, content: '"引号"', thought: '' }
  expect(readMessage(twice(message))).toEqual(message)
  expect(readMessage(JSON.stringify(message))).toEqual(message)
  for (const data of ['', '{', 'null', '"text"', twice({ id: 'a' }), new ArrayBuffer(2)])
    expect(readMessage(data)).toBeNull()
})

test('words are found in the shown text whatever its blanks; others are not', () => {
  const shown = '各位好：\n  请在 周五前\n回复。谢谢'
  const [range] = findQuotes(shown, ['请在周五前回复。'])
  expect(shown.slice(range?.start, range?.end)).toBe('请在 周五前\n回复。')
  expect(findQuotes(shown, ['没有的话', ''])).toEqual([])
})

test('a draft is put into a letter as words, never as markup', () => {
  expect(draftHtml('a <img src=x onerror=alert(1)>\n\nb')).toBe(
    '<p><data value="yanshu-inserted">a &lt;img src=x onerror=alert(1)&gt;</data></p><p></p>' +
      '<p><data value="yanshu-inserted">b</data></p>',
  )
})

test.each([
  ['见 https://a.example/x?b=1。谢谢', [['https://a.example/x?b=1', 'https://a.example/x?b=1']]],
  ['(see http://a.example/y).', [['http://a.example/y', 'http://a.example/y']]],
  ['[点这里](javascript:alert(1)) <img src=x onerror=alert(1)> data:text/html,x', []],
  ['![](https://a.example/pixel.png)', [['https://a.example/pixel.png', 'https://a.example/pixel.png']]],
  ['http://', []],
])('given the answer %j, then its words stay and only web addresses can be pressed', (text, links) => {
  const parts = partsOfAnswer(text)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.flatMap((part) => (part.url === null ? [] : [[part.text, part.url]]))).toEqual(links)
})
