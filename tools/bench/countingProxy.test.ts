import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startCountingProxy } from './countingProxy.ts'

test('counts each answer with its headers, and hands on what was asked and answered', async () => {
  const server = createServer((asked, answer) => {
    let said = ''
    asked.on('data', (part) => {
      said += String(part)
    })
    asked.on('end', () => answer.writeHead(201, { 'x-path': asked.url ?? '' }).end(`${said}${'x'.repeat(50_000)}`))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy = await startCountingProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  try {
    const answer = await fetch(`${proxy.url}/a?b=c`, { method: 'POST', body: 'word' })
    expect([answer.status, answer.headers.get('x-path')]).toEqual([201, '/a?b=c'])
    expect(await answer.text()).toBe(`word${'x'.repeat(50_000)}`)
    await expect.poll(() => proxy.counted().bytes).toBeGreaterThan(50_004)
    expect(proxy.counted().requests).toBe(1)
    expect(proxy.counted().bytes).toBeLessThan(51_000)
    proxy.reset()
    await (await fetch(`${proxy.url}/again`)).text()
    expect(proxy.counted().requests).toBe(1)
  } finally {
    await proxy.stop()
    server.close()
  }
})
