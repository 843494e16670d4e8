import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { PostgresEvents } from './postgresEvents.ts'

const sockets: Socket[] = []
const silent = createServer((socket) => sockets.push(socket))
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test('given a PostgreSQL that accepts the connection and sends nothing, then opening ends with an error', async () => {
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const events = new PostgresEvents(`postgres://a:b@127.0.0.1:${port}/c`, log, { answerWithin: 100 })
  await expect(events.open()).rejects.toThrow('timeout')
  await events.close()
})
