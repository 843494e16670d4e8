import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FetchPolicy, RemoteFetchError, sendFormRemote } from './fetchRemote.ts'

const LOOPBACK: FetchPolicy = { allowsAddress: () => true, allowsPort: () => true }

const asked: { method: string | undefined; path: string | undefined; type: string | undefined; body: string }[] = []
const server = createServer(async (request, response) => {
  const { method, url, headers } = request
  asked.push({ method, path: url, type: headers['content-type'], body: await text(request) })
  const status = url === '/moved' ? 302 : url === '/no' ? 404 : 202
  response.writeHead(status, { location: '/elsewhere' }).end('x')
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

test('a form reaches the address as it is, and an answer of success is enough', async () => {
  await sendFormRemote(`${base}/u?i=1`, 'List-Unsubscribe=One-Click', { timeMax: 5_000, policy: LOOPBACK })
  expect(asked.splice(0)).toEqual([
    {
      ...{ method: 'POST', path: '/u?i=1', body: 'List-Unsubscribe=One-Click' },
      type: 'application/x-www-form-urlencoded',
    },
  ])
})

test('a redirect is not followed, another answer is an error, and an address inside is not asked', async () => {
  const send = (path: string, policy?: FetchPolicy) =>
    sendFormRemote(base + path, 'x=1', { timeMax: 5_000, ...(policy ? { policy } : {}) })
  await expect(send('/moved', LOOPBACK)).rejects.toThrow(RemoteFetchError)
  await expect(send('/no', LOOPBACK)).rejects.toThrow(RemoteFetchError)
  expect(asked.splice(0).map(({ path }) => path)).toEqual(['/moved', '/no'])
  await expect(send('/u')).rejects.toThrow(RemoteFetchError)
  expect(asked).toEqual([])
})
