import { mkdir, utimes } from 'node:fs/promises'
import { UNDO_SEND_MS } from '@yanshu/contracts'
import { createQueryId, type KyselyPlugin, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ageBlob } from '../../testing/blobs.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { blobPath } from '../blobs/fileBlobStore.ts'
import { openStore } from '../database/open.ts'
import { underSweepLock } from './sweepLock.ts'
import { KEEP_UNREFERENCED_MS, sweepStore } from './sweepStore.ts'

const NOTHING = { outgoing: 0, uploads: 0, messages: 0, blobs: 0, bytes: 0 }

describe.each(engines)('the sweep, on %s', (engine) => {
  let mailServer: TestServer
  let wei: number
  let na: number
  let asWei: TestClient
  let asNa: TestClient

  beforeEach(async () => {
    mailServer = await startTestServer({ engine, still: true })
    wei = await mailServer.addUser('zhang.wei')
    na = await mailServer.addUser('li.na')
    asWei = await mailServer.as(wei)
    asNa = await mailServer.as(na)
  })
  afterEach(() => mailServer.stop())

  const letGo = async () => {
    mailServer.wait(UNDO_SEND_MS)
    await mailServer.dispatcher.runDue()
  }
  const aDay = () => mailServer.wait(KEEP_UNREFERENCED_MS + 1_000)
  const removeAll = async (caller: TestClient, accountId: number, role: 'inbox' | 'sent') => {
    const mailIds = (await mailServer.mailsOf(accountId, role)).map(({ mailId }) => mailId)
    expect((await caller.attempt('mail/email/delete', { mailIds })).code).toBe(200)
  }
  const count = async (table: 'outgoing' | 'message' | 'blob' | 'garbage_blob' | 'garbage_message') =>
    (await mailServer.context.store.db.selectFrom(table).selectAll().execute()).length

  test('given mail that everybody has deleted, then all of it is removed, and until then nothing is', async () => {
    const upload = await asWei.upload('file/upload', 'a.txt', Buffer.from('a'))
    await asWei.attempt('mail/email/send', sending({ fileIds: [upload.data?.fileId ?? ''] }))
    await letGo()
    aDay()
    // The upload was copied into the mail; its content stays.
    expect(await sweepStore(mailServer.context)).toEqual({ ...NOTHING, uploads: 1 })
    await removeAll(asWei, wei, 'sent')
    aDay()
    // What the queue still refers to is removed now; what another mailbox has stays.
    expect(await sweepStore(mailServer.context)).toEqual({ ...NOTHING, outgoing: 1 })
    expect(await count('message')).toBe(1)
    await removeAll(asNa, na, 'inbox')
    aDay()
    expect(await sweepStore(mailServer.context)).toMatchObject({ blobs: 2 })
    for (const table of ['outgoing', 'message', 'blob', 'garbage_blob', 'garbage_message'] as const) {
      expect(await count(table), table).toBe(0)
    }
  })

  test('given a mail that is still in the queue when its copy is deleted, then it is checked again until it has left', async () => {
    await asWei.attempt('mail/email/send', sending())
    await removeAll(asWei, wei, 'sent')
    aDay()
    expect(await sweepStore(mailServer.context)).toEqual(NOTHING)
    expect(await count('garbage_message')).toBe(1)
    await mailServer.dispatcher.runDue()
    expect(await mailServer.mailsOf(na)).toHaveLength(1)
    aDay()
    expect(await sweepStore(mailServer.context)).toMatchObject({ outgoing: 1 })
    expect(await count('garbage_message')).toBe(0)
  })

  test('given nothing that is garbage, then no message, mail or file is looked at', async () => {
    await asWei.attempt('mail/email/send', sending())
    await letGo()
    aDay()
    const seen = new Set<string>()
    const watcher: KyselyPlugin = {
      transformQuery: ({ node }) => {
        const query = mailServer.context.store.db.getExecutor().compileQuery(node, createQueryId())
        for (const [, table] of query.sql.matchAll(/(?:from|update|into|join) "?(\w+)/g)) if (table) seen.add(table)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const { store } = mailServer.context
    await sweepStore({ ...mailServer.context, store: { ...store, db: store.db.withPlugin(watcher) } }, null)
    for (const table of ['message', 'attachment', 'blob', 'outgoing', 'draft']) expect([...seen]).not.toContain(table)
  })

  test('given a file that cannot be removed, then the others are, and the failure is logged', async () => {
    const { hash } = await mailServer.context.blobs.put(Buffer.from('one'))
    await ageBlob(mailServer.context.config, hash)
    // A folder stands where the file should be, and no file system removes that as a file.
    const odd = 'f'.repeat(64)
    await mkdir(blobPath(mailServer.folder, odd))
    await utimes(blobPath(mailServer.folder, odd), 1, 1)
    const noted = [odd, hash].map((one) => ({ hash: one, since: 1 }))
    await mailServer.context.store.db.insertInto('garbage_blob').values(noted).execute()
    expect(await sweepStore(mailServer.context, null)).toMatchObject({ blobs: 1 })
    expect(await mailServer.context.blobs.holds(hash, 3)).toBe(false)
    expect(mailServer.problems.splice(0).join()).toContain('could not be removed')
  })

  test('given several servers, then one of them sweeps each time', async () => {
    const store = await openStore(mailServer.context.config.database)
    const other = { ...mailServer.context, store }
    if (engine === 'postgres') {
      await underSweepLock(mailServer.context, async () => {
        expect(await sweepStore(other)).toBeNull()
      })
      expect(await sweepStore(other)).toEqual(NOTHING)
    }
    await store.close()
  })

  test('given the progress of imports, then it is found by its time, and forgotten after a month', async () => {
    const { db } = mailServer.context.store
    const values = { account_id: wei, source: '/old.mbox', position: 1, updated_at: mailServer.context.now() }
    await db.insertInto('import_progress').values(values).execute()
    const recent = db.selectFrom('import_progress').select('account_id').where('updated_at', '>', 5)
    const plan = await db.transaction().execute(async (trx) => {
      const { sql: text, parameters } = recent.compile()
      const bound = text.replace(/\$1|\?/, String(parameters[0]))
      if (engine === 'sqlite') return JSON.stringify((await sql.raw(`explain query plan ${bound}`).execute(trx)).rows)
      await sql`set local enable_seqscan = off`.execute(trx)
      return JSON.stringify((await sql.raw(`explain ${bound}`).execute(trx)).rows)
    })
    expect(plan).toContain('import_progress_recent')
    mailServer.wait(29 * 24 * 3_600_000)
    await sweepStore(mailServer.context, null)
    expect(await db.selectFrom('import_progress').select('source').execute()).toHaveLength(1)
    mailServer.wait(2 * 24 * 3_600_000)
    await sweepStore(mailServer.context, null)
    expect(await db.selectFrom('import_progress').select('source').execute()).toEqual([])
  })
})
