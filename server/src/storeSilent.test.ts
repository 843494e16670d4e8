import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Code } from '@yanshu/contracts'
import { afterEach, expect, test } from 'vitest'
import { makeTestDatabase } from './testing/testDatabase.ts'
import { startTestServer } from './testing/testServer.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The way to PostgreSQL, which can be cut and laid again. */
async function wayTo(target: URL) {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname)
    for (const one of [socket, onward]) open.add(one.on('error', () => {}).on('close', () => open.delete(one)))
    socket.pipe(onward).pipe(socket)
    socket.on('close', () => onward.destroy())
    onward.on('close', () => socket.destroy())
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of open) socket.destroy()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  closing.push(() => (server.listening ? cut() : undefined))
  return { port, cut, lay: () => listen(port) }
}

test('while PostgreSQL cannot be reached a call says that it can be repeated, and afterwards it is answered', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'yanshu-silent-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const database = await makeTestDatabase('postgres', folder)
  closing.push(() => database.drop())
  const address = new URL(database.address)
  const way = await wayTo(new URL(database.address))
  address.port = String(way.port)
  const server = await startTestServer({
    engine: 'sqlite',
    still: true,
    failing: true,
    database: address.toString(),
  })
  closing.push(() => server.stop())
  const wei = await server.as(await server.addUser('wei'))
  await wei.get('mail/main/folder/list')

  await way.cut()
  expect(await wei.refused('GET', 'mail/main/folder/list')).toBe(Code.storeSilent)
  expect(server.problems.join('\n')).toContain('a call failed')

  await way.lay()
  expect((await wei.get('mail/main/folder/list')).folderList).not.toEqual([])
})
