import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from './freePort.ts'

test('given programs that tests and tools start, then no port is given twice, or may be given to a connection that leaves', async () => {
  const ports = []
  for (let at = 0; at < 50; at++) ports.push(await freePort())
  expect(new Set(ports).size).toBe(50)
  expect(ports.filter((port) => port < 1_024 || port >= 32_768)).toEqual([])
})

test('given a port that somebody listens on, then it is passed over', async () => {
  const taken = createServer()
  const port = (await freePort()) + 1
  await new Promise<void>((resolve) => {
    // Another program has it: that is as good.
    taken.once('error', () => resolve())
    taken.listen(port, '127.0.0.1', resolve)
  })
  try {
    expect(await freePort()).not.toBe(port)
  } finally {
    await new Promise((resolve) => taken.close(resolve))
  }
})

test('given all tools and tests, then no other place finds ports for what they start', () => {
  const root = path.resolve(import.meta.dirname, '../../..')
  const files = ['server/src', 'tools', 'e2e', 'deploy', 'host', 'shared'].flatMap((folder) =>
    globSync(`${folder}/**/*.ts`, { cwd: root, exclude: (name) => name === 'node_modules' }),
  )
  const finds = files.filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes(`function ${freePort.name}(`),
  )
  expect(finds).toEqual([path.join('server/src/testing/freePort.ts')])
})
