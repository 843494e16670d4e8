import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Code } from '@yanshu/contracts'
import { afterEach, expect, test } from 'vitest'
import { makeTestDatabase } from './testing/testDatabase.ts'
import { startTestServer } from './testing/testServer.ts'
import { openWay } from './testing/wayToStore.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

test('while PostgreSQL cannot be reached a call says that it can be repeated, and afterwards it is answered', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'yanshu-silent-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const database = await makeTestDatabase('postgres', folder)
  closing.push(() => database.drop())
  const address = new URL(database.address)
  const way = await openWay(new URL(database.address))
  closing.push(() => way.close())
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
