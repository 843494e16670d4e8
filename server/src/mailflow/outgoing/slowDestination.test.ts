import { createServer, type Socket } from 'node:net'
import { UNDO_SEND_MS } from '@yanshu/contracts'
import { afterEach, expect, test } from 'vitest'
import { sending } from '../../testing/letters.ts'
import { openTestRelay } from '../../testing/testRelay.ts'
import { startTestServer } from '../../testing/testServer.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/**
 * A mail server that takes mail for every domain, but drips for slow.example: it answers there with lines that never end
 * the answer. Counts those that drip at the same time.
 */
async function openDripping() {
  const relayed: string[] = []
  const dripping = new Set<Socket>()
  let most = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    let to = ''
    let inData = false
    socket.write('220 drip.example\r\n')
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (inData) {
          if (line !== '.') continue
          inData = false
          relayed.push(to)
          socket.write('250 taken\r\n')
        } else if (/^RCPT TO/i.test(line)) {
          to = /<(.*?)>/.exec(line)?.[1] ?? ''
          if (to.endsWith('@slow.example')) {
            dripping.add(socket)
            most = Math.max(most, dripping.size)
            socket.write('250-wait\r\n')
          } else socket.write('250 ok\r\n')
        } else if (/^DATA/i.test(line)) {
          inData = true
          socket.write('354 go on\r\n')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    relayed,
    url: `smtp://127.0.0.1:${port}`,
    most: () => most,
    endDripping: () => {
      for (const socket of dripping) socket.destroy()
    },
  }
}

const out = (address: string) => [{ name: '', address }]

test('given a server that drips for one domain, then mail to every other domain leaves meanwhile, four at most drip', async () => {
  const relay = await openDripping()
  const own = await openTestRelay()
  closing.push(() => own.close())
  const server = await startTestServer({
    ...{ engine: 'sqlite', still: true, failing: true, relay: relay.url },
    routes: [{ domain: 'partner.example', url: own.url }],
  })
  closing.push(() => server.stop())
  const wei = await server.as(await server.addUser('zhang.wei'))
  const send = async (address: string) => wei.post('mail/email/send', sending({ to: out(address) }))
  // More than one look finds, and than a server has places.
  for (let at = 0; at < 25; at++) await send(`a${at}@slow.example`)
  for (let at = 0; at < 5; at++) await send(`b${at}@quick.example`)
  await send('c@partner.example')
  server.wait(UNDO_SEND_MS)
  const done = server.dispatcher.runDue()
  await expect
    .poll(() => relay.relayed.toSorted(), { timeout: 60_000 })
    .toEqual([...['b0@quick.example', 'b1@quick.example', 'b2@quick.example', 'b3@quick.example', 'b4@quick.example']])
  await expect.poll(() => own.relayed, { timeout: 60_000 }).toEqual(['c@partner.example'])
  expect(relay.most()).toBe(4)
  const states = await server.context.store.db
    .selectFrom('outgoing_recipient')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  expect(states.toSorted((a, b) => a.state.localeCompare(b.state))).toEqual([
    { state: 'queued', count: 25 },
    { state: 'relayed', count: 6 },
  ])
  // Each that ends makes room for the next, until all have been tried once.
  const timer = setInterval(relay.endDripping, 20)
  await done
  clearInterval(timer)
  const attempts = await server.context.store.db
    .selectFrom('outgoing_recipient')
    .select('attempts')
    .where('domain', '=', 'slow.example')
    .execute()
  expect(attempts.map((one) => one.attempts)).toEqual(Array.from({ length: 25 }, () => 1))
})
