import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { SocketCatchUp, SocketHello, SocketMessage } from '@yanshu/contracts'
import { afterEach, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { connectShared, type WindowTiming } from '../src/socket/sharedConnection.ts'
import type { PushConnection } from '../src/socket/windowTalk.ts'

type Asked = SocketHello | SocketCatchUp

/** A push service: it notes who greets, answers with the greeting, and keeps a log of changes as the real one does. */
async function pushService() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const asked: Asked[] = []
  const log: SocketMessage[] = []
  const sockets = new Set<WebSocket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('message', (data) => {
      const hello: Asked = JSON.parse(String(data))
      asked.push(hello)
      const since = hello.since ?? log.length
      for (const message of log.slice(since)) socket.send(JSON.stringify(message))
      if (hello.type === 'auth') socket.send(JSON.stringify({ optType: 'ready', seq: log.length, missed: false }))
    })
  })
  const { port } = server.address() as AddressInfo
  return {
    asked,
    sockets,
    addressOf: (account: string) => `ws://127.0.0.1:${port}/mail/message/${account}`,
    /** The next change of the account; the tree of folders, because it is the shortest. */
    change(): number {
      const seq = log.length + 1
      const counters = { folders: [], labels: [] }
      const message: SocketMessage = {
        optType: 'mailbox',
        seq,
        change: 'folders',
        mailboxId: null,
        mailIds: [],
        items: [],
        counters,
      }
      log.push(message)
      for (const socket of sockets) socket.send(JSON.stringify(message))
      return seq
    },
    stop() {
      for (const socket of sockets) socket.terminate()
      server.close()
    },
  }
}

interface Window {
  readonly connection: PushConnection
  readonly closes: number[]
  /** Numbers of the changes, in the order in which the page got them. */
  readonly changes: number[]
  readonly greetings: SocketMessage[]
}

/** A window whose page greets as `push` does: with the number of the last change it knows. */
function openWindow(address: string, timing?: WindowTiming): Window {
  const closes: number[] = []
  const changes: number[] = []
  const greetings: SocketMessage[] = []
  let known: number | undefined
  const connection = connectShared(
    address,
    {
      onOpen: () =>
        connection.send({ type: 'auth', accessToken: 'secret', ...(known === undefined ? {} : { since: known }) }),
      onMessage(message) {
        if (message.optType === 'ready') greetings.push(message)
        else if (message.optType !== 'event') changes.push(message.seq)
        if (message.optType !== 'event') known = message.seq
      },
      onClose: (code) => closes.push(code),
    },
    timing,
  )
  return { connection, closes, changes, greetings }
}

let service: Awaited<ReturnType<typeof pushService>>
const open: PushConnection[] = []
const window = (...args: Parameters<typeof openWindow>) => {
  const made = openWindow(...args)
  open.push(made.connection)
  return made
}
/** A socket that broke is opened again after three seconds at most. */
const greeted = ({ greetings }: Window, times = 1) => expect.poll(() => greetings).toHaveLength(times)

afterEach(() => {
  for (const connection of open.splice(0)) connection.close()
  service.stop()
})

test('given three windows of one account, then one socket serves them, and no token leaves its window', async () => {
  service = await pushService()
  const address = service.addressOf('li.na')
  const listener = new BroadcastChannel(`yanshu-push-1 ${address}`)
  const overheard: unknown[] = []
  listener.onmessage = ({ data }) => overheard.push(data)
  const first = window(address)
  await greeted(first)
  service.change()
  const others = [window(address), window(address)]
  for (const other of others) await greeted(other)
  const seq = service.change()
  for (const one of [first, ...others]) await expect.poll(() => one.changes.at(-1)).toBe(seq)
  expect(service.sockets.size).toBe(1)
  expect(service.asked).toHaveLength(1)
  expect(JSON.stringify(overheard)).not.toContain('secret')
  listener.close()
})

test('given the window with the socket closes, then the next one goes on without a change missed or told twice', async () => {
  service = await pushService()
  const address = service.addressOf('li.na')
  const first = window(address)
  await greeted(first)
  const [second, third] = [window(address), window(address)]
  await greeted(second)
  await greeted(third)
  service.change()
  await expect.poll(() => [second.changes, third.changes]).toEqual([[1], [1]])

  first.connection.close()
  // While no window listens.
  service.change()
  service.change()
  await greeted(second, 2)
  await greeted(third, 2)
  service.change()
  for (const one of [second, third]) await expect.poll(() => one.changes).toEqual([1, 2, 3, 4])
  expect(service.sockets.size).toBe(1)
  expect([second.closes, third.closes]).toEqual([[1_006], [1_006]])
  expect(service.asked.at(-1)).toMatchObject({ type: 'auth', since: 1 })
})

test('given the server breaks the socket, then every window hears of it, and greets when it is back', async () => {
  service = await pushService()
  const address = service.addressOf('li.na')
  const first = window(address)
  await greeted(first)
  const second = window(address)
  await greeted(second)
  for (const socket of service.sockets) socket.close(4_401)
  await expect.poll(() => [first.closes, second.closes]).toEqual([[4_401], [1_006]])
  service.change()
  await greeted(second, 2)
  expect([first.changes, second.changes]).toEqual([[1], [1]])
})

test('given two accounts, then each has a socket of its own, and hears nothing of the other', async () => {
  service = await pushService()
  const [one, other] = [window(service.addressOf('li.na')), window(service.addressOf('service'))]
  await greeted(one)
  await greeted(other)
  expect(service.sockets.size).toBe(2)
})

test('given the window with the socket sleeps, then one that is looked at takes its place', async () => {
  service = await pushService()
  const address = service.addressOf('li.na')
  const timing: WindowTiming = { askEvery: 60_000, answerWithin: 50 }
  // It has the lock and answers nothing, as a window that the browser has frozen.
  let taken = false
  const sleeping = navigator.locks
    .request(`yanshu-push-1 ${address}`, () => new Promise(() => undefined))
    .catch(() => {
      taken = true
    })
  const awake = window(address, timing)
  await greeted(awake)
  await sleeping
  expect(taken).toBe(true)
  service.change()
  await expect.poll(() => awake.changes).toEqual([1])
})

test('given a window whose lock was taken wakes up, then it gives up its socket and listens', async () => {
  service = await pushService()
  const address = service.addressOf('li.na')
  const first = window(address)
  await greeted(first)
  const second = window(address)
  await greeted(second)
  const hold = Promise.withResolvers<void>()
  const other = navigator.locks.request(`yanshu-push-1 ${address}`, { steal: true }, () => hold.promise)
  await expect.poll(() => first.closes).toEqual([1_006])
  await expect.poll(() => service.sockets.size).toBe(0)
  hold.resolve()
  await other
  await greeted(first, 2)
  await greeted(second, 2)
  service.change()
  await expect.poll(() => [first.changes, second.changes]).toEqual([[1], [1]])
  expect(service.sockets.size).toBe(1)
})
