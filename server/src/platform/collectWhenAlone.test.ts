import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectWhenAlone } from './collectWhenAlone.ts'

let server: Server
let collections: unknown[]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  collections = []
  vi.stubGlobal('gc', (options: unknown) => collections.push(options))
  server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const connections = () => promisify(server.getConnections.bind(server))()
/** Waits for one check: it reads the number of connections before this promise is fulfilled. */
const check = async () => {
  vi.advanceTimersByTime(1_000)
  await connections()
}

test('memory is collected once, and not while somebody is connected who would wait for it', async () => {
  const person = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(server, 'connection')
  collectWhenAlone(server)
  await check()
  expect(collections).toEqual([])
  person.destroy()
  await expect.poll(connections).toBe(0)
  await check()
  await check()
  expect(collections).toHaveLength(1)
})

test('a server that stops first leaves it', async () => {
  const stop = collectWhenAlone(server)
  stop()
  await check()
  expect(collections).toEqual([])
})
