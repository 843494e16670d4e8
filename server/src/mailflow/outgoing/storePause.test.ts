import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { UNDO_SEND_MS } from '@yanshu/contracts'
import { afterEach, expect, test } from 'vitest'
import { pausedSince } from '../../store/queue/queuePause.ts'
import { sending } from '../../testing/letters.ts'
import { makeTestDatabase } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { openWay } from '../../testing/wayToStore.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

test('given a store that is out of reach, then the queue pauses, says so, and counts no failure; then all leave', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'yanshu-pause-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const database = await makeTestDatabase('postgres', folder)
  closing.push(() => database.drop())
  const address = new URL(database.address)
  const way = await openWay(new URL(database.address))
  closing.push(() => way.close())
  address.port = String(way.port)
  const server = await startTestServer({
    ...{ engine: 'sqlite', still: true, failing: true, database: address.toString() },
  })
  closing.push(() => server.stop())
  const na = await server.addUser('li.na')
  for (const name of ['zhang.wei', 'wang.fang', 'zhao.lei']) {
    const client = await server.as(await server.addUser(name))
    await client.post('mail/email/send', sending({ subject: name }))
  }
  server.wait(UNDO_SEND_MS)
  // The store goes while the first mails are judged.
  let judged = 0
  server.submission.register([
    {
      name: 'cuts',
      async judge(_letter, { context }) {
        judged += 1
        if (judged === 1) await way.cut()
        await context.store.db.selectFrom('housekeeping').select('name').execute()
        return 'pass' as const
      },
    },
  ])
  await server.dispatcher.runDue()
  expect(server.dispatcher.pause()).toMatchObject({ since: expect.any(Number), reason: expect.any(String) })
  const before = judged
  await server.dispatcher.runDue()
  expect(judged).toBe(before)
  expect(server.problems.filter((line) => line.includes('outgoing mail pauses'))).toHaveLength(1)
  expect(server.problems.join('\n')).not.toContain('tried again later')

  await way.lay()
  await server.dispatcher.runDue()
  expect(server.dispatcher.pause()).toBeNull()
  expect((await server.mailsOf(na)).map(({ subject }) => subject).toSorted()).toEqual([
    ...['wang.fang', 'zhang.wei', 'zhao.lei'],
  ])
  const attempts = await server.context.store.db.selectFrom('outgoing').select('attempts').execute()
  expect(attempts.map((row) => row.attempts)).toEqual([0, 0, 0])
  expect(await pausedSince(server.context.store.db)).toBeNull()
})

test('given a step that hangs for one mail while the store answers, then that mail alone waits', async () => {
  const server = await startTestServer({ engine: 'sqlite', still: true, failing: true })
  closing.push(() => server.stop())
  const na = await server.addUser('li.na')
  for (const name of ['zhang.wei', 'wang.fang']) {
    const client = await server.as(await server.addUser(name))
    await client.post('mail/email/send', sending({ subject: name }))
  }
  server.wait(UNDO_SEND_MS)
  server.submission.register([
    { name: 'hangs', timeout: 50, judge: ({ subject }) => (subject === 'zhang.wei' ? new Promise(() => {}) : 'pass') },
  ])
  await server.dispatcher.runDue()
  expect((await server.mailsOf(na)).map(({ subject }) => subject)).toEqual(['wang.fang'])
  expect(server.dispatcher.pause()).toBeNull()
  const rows = await server.context.store.db.selectFrom('outgoing').select(['state', 'attempts']).execute()
  expect(rows).toEqual(expect.arrayContaining([{ state: 'checking', attempts: 1 }]))
})
