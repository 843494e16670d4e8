import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { putMail } from '../../testing/putMail.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { openStore } from '../database/open.ts'
import { sqliteWordIndex } from './sqliteIndex.ts'
import { phrasesOf } from './tokens.ts'
import { INDEX_THREAD, indexWaiting } from './waitingMails.ts'

let server: TestServer
let wei: number
beforeEach(async () => {
  server = await startTestServer({ engine: 'sqlite', still: true })
  wei = await server.addUser('zhang.wei')
})
afterEach(() => server.stop())

const put = async (mails: number) => {
  for (let at = 0; at < mails; at++) await putMail(server.context, wei, { subject: `项目会议 ${at}` })
}
const found = async (keyword: string) => {
  const window = { limit: 50, offset: 0, before: null, counted: true }
  const finding = { accountId: wei, phrases: phrasesOf(keyword), fields: [], unlisted: [] }
  return server.context.search.find(server.context, finding, window)
}
const waiting = async () =>
  (await server.context.store.db.selectFrom('mail_to_index').select('sort_key').execute()).length

test('given many mails that wait, then a thread puts them in, others write meanwhile, and all are found', async () => {
  const { context } = server
  await put(30)
  const indexed: Promise<number>[] = []
  for (let slice = 0; slice < 3; slice++) {
    indexed.push(indexWaiting(context, sqliteWordIndex, { limit: 10, time: 1_000 }))
  }
  expect(context.store.apart?.isRunning(INDEX_THREAD)).toBe(false)
  // Written between the slices, and by the connection that had the store to itself before.
  await put(2)
  const done = (await Promise.all(indexed)).reduce((sum, count) => sum + count, 0)
  // One that is awaited by what is written ends early.
  expect(done).toBeGreaterThanOrEqual(3)
  expect(context.store.apart?.isRunning(INDEX_THREAD)).toBe(true)
  expect(await waiting()).toBe(32 - done)
  expect(await found('项目会议')).toMatchObject({ total: 32, incomplete: false })
  expect(await waiting()).toBe(0)
  const [row] = (
    await sql<{ mail: string }>`select quick_check as mail from pragma_quick_check`.execute(context.store.db)
  ).rows
  expect(row?.mail).toBe('ok')
})

test('given a store that is closed while the thread writes, then nothing of it is lost', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'yanshu-apart-'))
  await put(20)
  const { context } = server
  const copy = path.join(folder, 'copy.sqlite')
  await context.store.backupTo?.(copy)
  const store = await openStore(copy)
  const parts = { store, now: () => 1 }
  const outcome = indexWaiting(parts, sqliteWordIndex, { limit: 20, time: 1_000 }).catch(() => null)
  while (!store.apart?.isRunning(INDEX_THREAD)) await new Promise((resolve) => setImmediate(resolve))
  await store.close()
  const indexed = await outcome
  const again = await openStore(copy)
  const left = await again.db.selectFrom('mail_to_index').select('sort_key').execute()
  const places = await sql`select place from word_place`.execute(again.db)
  expect(left.length + places.rows.length).toBe(20)
  if (indexed !== null) expect(left).toHaveLength(0)
  await again.close()
  await rm(folder, { recursive: true, force: true })
})
