import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ageBlob } from '../../testing/blobs.ts'
import { besideTransaction } from '../../testing/oneConnection.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { createBackup } from '../backup/backup.ts'
import { recordBlobs } from '../blobs/blobRows.ts'
import type { Context } from '../context/context.ts'
import { openStore } from '../database/open.ts'
import { transact } from '../database/transact.ts'
import { removeMails } from '../mailbox/index.ts'
import { sweepStore } from './sweepStore.ts'

const ROUNDS = 40
/** One attachment for all mails, so that every round uses the same file. */
const ATTACHMENT = Buffer.from('shared').toString('base64')

describe.each(engines)('a sweep while mail comes and goes, on %s', (engine) => {
  let mailServer: TestServer
  let wei: number
  let number = 0

  beforeEach(async () => {
    mailServer = await startTestServer({ engine, still: true, failing: true })
    wei = await mailServer.addUser('zhang.wei')
  })
  afterEach(() => mailServer.stop())

  const deliver = async () => {
    const raw = Buffer.from(
      `Subject: ${++number}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Disposition: attachment; filename=a.bin\r\nContent-Transfer-Encoding: base64\r\n\r\n${ATTACHMENT}\r\n--b--\r\n`,
    )
    const message = await mailServer.preparer.prepare(await mailServer.context.blobs.put(raw), raw)
    await mailServer.deliverer.deliver(message, {
      accountIds: [wei],
      role: 'inbox',
      receivedAt: mailServer.context.now(),
    })
  }
  const removeAll = async () => {
    const mails = (await mailServer.mailsOf(wei)).map(({ mailId }) => mailId)
    await transact(mailServer.context, (trx) => removeMails(trx, mailServer.context, wei, mails))
  }
  /** Makes everything look some days old, so that nothing is kept for being new. */
  const age = async () => {
    const { db } = mailServer.context.store
    for (const { hash } of await db.selectFrom('blob').select('hash').execute()) {
      await ageBlob(mailServer.context.config, hash)
    }
    await db.updateTable('blob').set({ created_at: 1 }).execute()
    await db.updateTable('garbage_blob').set({ since: 1 }).execute()
  }
  const needed = async () => {
    const { db } = mailServer.context.store
    const attachments = await db.selectFrom('attachment').select('blob_hash as hash').execute()
    const messages = await db.selectFrom('message').select('raw_hash as hash').execute()
    return [...new Set([...attachments, ...messages].flatMap(({ hash }) => hash ?? []))].sort()
  }
  const rows = async () =>
    (await mailServer.context.store.db.selectFrom('blob').select('hash').orderBy('hash').execute()).map(
      ({ hash }) => hash,
    )

  test('given they happen at the same moment again and again, then nothing needed is lost and all garbage is removed', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await deliver()
      await removeAll()
      await age()
      await Promise.all([
        sweepStore(mailServer.context, null),
        deliver(),
        deliver(),
        sweepStore(mailServer.context, [0, 1]),
      ])
      const hashes = await needed()
      expect(hashes).toHaveLength(3)
      for (const hash of hashes) await mailServer.context.blobs.readAll(hash)
      expect(await rows()).toEqual(expect.arrayContaining(hashes))
    }
    const made = await createBackup(mailServer.context, `${mailServer.folder}/backup`, {
      withStore: engine === 'sqlite',
    })
    expect(made.lost).toEqual([])
    expect(made.blobs).toBeGreaterThanOrEqual(3)
    await removeAll()
    await age()
    await sweepStore(mailServer.context)
    expect(await rows()).toEqual([])
  })

  test('given a delivery that has not committed, then a sweep leaves it what it refers to', async () => {
    await deliver()
    const [one] = await mailServer.context.store.db.selectFrom('attachment').select('blob_hash').execute()
    await removeAll()
    await age()
    const other = await openStore(mailServer.context.config.database)
    const context: Context = { ...mailServer.context, store: other }
    let sweep: Promise<unknown> = Promise.resolve()
    await transact(mailServer.context, async (trx) => {
      const hash = one?.blob_hash ?? ''
      await mailServer.context.blobs.put(Buffer.from('shared'))
      await recordBlobs(trx, engine, [{ hash, size: 6 }], 1)
      await trx
        .insertInto('upload')
        .values({
          id: 'needs-the-attachment',
          account_id: wei,
          name: 'a.bin',
          content_type: 'a/b',
          size: 6,
          blob_hash: hash,
          picture: 0,
          created_at: mailServer.context.now(),
        })
        .execute()
      // SQLite has one writer, and its second connection would wait in this very thread.
      if (engine === 'sqlite') return
      let done = false
      sweep = besideTransaction(() => sweepStore(context, null)).finally(() => {
        done = true
      })
      while (!done && !(await besideTransaction(() => isWaiting(context))))
        await new Promise((resolve) => setImmediate(resolve))
    })
    await sweep
    if (engine === 'sqlite') await sweepStore(context, null)
    await other.close()
    expect(await rows()).toEqual([one?.blob_hash])
    expect(
      (await createBackup(mailServer.context, `${mailServer.folder}/backup`, { withStore: engine === 'sqlite' })).blobs,
    ).toBe(1)
  })
})

/** Whether a connection waits for a lock of another on PostgreSQL. */
async function isWaiting({ store }: Context): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_locks
    where not granted and database is not distinct from (select oid from pg_database where datname = current_database())
      or not granted and locktype = 'transactionid'`.execute(store.db)
  return (rows[0]?.count ?? 0) > 0
}
