import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { UNDO_SEND_MS } from '@yanshu/contracts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../../store/database/open.ts'
import { damageBlob } from '../../testing/blobs.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { openTestRelay } from '../../testing/testRelay.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

/** More than one look takes at once: if they stayed, they would leave no room for others. */
const BROKEN = 25
const HOUR = 3_600_000
const people = (...addresses: string[]) => addresses.map((address) => ({ name: '', address }))

describe.each(engines)('one mail on its way out that is broken, on %s', (engine) => {
  let mailServer: TestServer
  let relay: Awaited<ReturnType<typeof openTestRelay>>
  let wei: number
  let na: number
  let asWei: TestClient

  const start = async (relayed: boolean) => {
    mailServer = await startTestServer({ engine, still: true, failing: true, ...(relayed ? { relay: relay.url } : {}) })
    wei = await mailServer.addUser('zhang.wei')
    na = await mailServer.addUser('li.na')
    asWei = await mailServer.as(wei)
  }
  beforeEach(async () => {
    relay = await openTestRelay()
  })
  afterEach(async () => {
    await mailServer.stop()
    await relay.close()
  })

  const send = async (subject: string, to = people('li.na@yanshu.test')) => {
    const sent = await asWei.attempt('mail/email/send', sending({ subject, to }))
    expect(sent.code).toBe(200)
    return sent.data?.sendId ?? ''
  }
  const letGo = async () => {
    mailServer.wait(UNDO_SEND_MS)
    await mailServer.dispatcher.runDue()
  }
  const messageOf = (sendId: string) =>
    mailServer.context.store.db
      .selectFrom('outgoing')
      .innerJoin('message', 'message.id', 'outgoing.message_id')
      .select(['message.id', 'message.raw_hash'])
      .where('outgoing.id', '=', sendId)
      .executeTakeFirstOrThrow()
  /** Queues the same mail several times. */
  const repeat = async (sendId: string, times: number) => {
    const { db } = mailServer.context.store
    const mail = await db.selectFrom('outgoing').selectAll().where('id', '=', sendId).executeTakeFirstOrThrow()
    const to = await db.selectFrom('outgoing_recipient').selectAll().where('outgoing_id', '=', sendId).execute()
    for (let index = 0; index < times; index++) {
      const id = `${sendId}-${index}`
      await db
        .insertInto('outgoing')
        .values({ ...mail, id, request_id: id })
        .execute()
      await db
        .insertInto('outgoing_recipient')
        .values(to.map((one) => ({ ...one, outgoing_id: id })))
        .execute()
    }
  }
  const damage = async (sendId: string, how: 'truncated' | 'missing') =>
    damageBlob(mailServer.context.config, (await messageOf(sendId)).raw_hash ?? '', how)
  const subjectsOf = async (accountId: number) => (await mailServer.mailsOf(accountId)).map(({ subject }) => subject)

  test('given some that cannot be released, then the others are, and after two days their senders get a report', async () => {
    await start(false)
    const { db } = mailServer.context.store
    const broken = await send('坏')
    await repeat(broken, BROKEN - 1)
    await db
      .deleteFrom('message_body')
      .where('message_id', '=', (await messageOf(broken)).id)
      .execute()
    await send('好')
    await letGo()
    expect(await subjectsOf(na)).toEqual(['好'])
    const attempts = async () =>
      (await db.selectFrom('outgoing').select('attempts').where('state', '=', 'checking').execute()).map(
        (row) => row.attempts,
      )
    expect(await attempts()).toEqual(Array.from({ length: BROKEN }, () => 1))
    // It is not tried again before its time.
    await mailServer.dispatcher.runDue()
    expect(await attempts()).toEqual(Array.from({ length: BROKEN }, () => 1))
    mailServer.wait(49 * HOUR)
    await mailServer.dispatcher.runDue()
    expect(await attempts()).toEqual([])
    expect(await subjectsOf(wei)).toHaveLength(BROKEN)
    expect((await mailServer.mailsOf(wei))[0]?.text).toContain('could not send this mail')
  })

  test('given some whose content is missing or cut short, then the relay gets the others and never a part', async () => {
    await start(true)
    const outside = (index: number) => people(`out${index}@elsewhere.example`)
    await damage(await send('丢失', outside(1)), 'missing')
    await damage(await send('截断', outside(2)), 'truncated')
    await send('好', outside(3))
    await letGo()
    expect(relay.relayed).toEqual(['out3@elsewhere.example'])
    mailServer.wait(49 * HOUR)
    await mailServer.dispatcher.runDue()
    expect(relay.relayed).toEqual(['out3@elsewhere.example'])
    // A report without its original is still a report.
    const reports = await mailServer.mailsOf(wei)
    expect(reports.map(({ system_notice }) => system_notice)).toEqual([1, 1])
    expect(reports.map(({ text }) => text).join()).toContain('out1@elsewhere.example')
  })

  test('given some whose report cannot be written, then the other senders get theirs', async () => {
    await start(false)
    const { db } = mailServer.context.store
    for (let index = 0; index < BROKEN; index++) {
      const { id } = await messageOf(await send(`坏 ${index}`, people(`out${index}@elsewhere.example`)))
      await db
        .updateTable('message')
        .set({ rfc_message_id: `<broken.${index}>` })
        .where('id', '=', id)
        .execute()
    }
    await send('好', people('friend@elsewhere.example'))
    // The store refuses what answers one of these.
    const broken = sql.lit('%<broken.%')
    await (engine === 'postgres'
      ? sql`alter table message add constraint refuses check (in_reply_to not like ${broken}) not valid`
      : sql`create trigger refuses before insert on message when new.in_reply_to like ${broken}
          begin select raise(abort, 'refused'); end`
    ).execute(db)
    await letGo()
    expect(await subjectsOf(wei)).toEqual([expect.stringContaining('好')])
    mailServer.wait(HOUR)
    await mailServer.dispatcher.runDue()
    expect(await subjectsOf(wei)).toHaveLength(1)
    const tried = await db.selectFrom('outgoing').select('attempts').where('attempts', '>', 0).execute()
    expect(tried.map(({ attempts }) => attempts)).toEqual(Array.from({ length: BROKEN }, () => 2))
  })
})

test('given another server that works on a mail, on postgres, then the others do not wait for it', async () => {
  const mailServer = await startTestServer({ engine: 'postgres', still: true, failing: true })
  const wei = await mailServer.addUser('zhang.wei')
  const na = await mailServer.addUser('li.na')
  const asWei = await mailServer.as(wei)
  const held = await asWei.attempt('mail/email/send', sending({ subject: '别处' }))
  await asWei.attempt('mail/email/send', sending({ subject: '这里' }))
  mailServer.wait(UNDO_SEND_MS)
  const other = await openStore(mailServer.context.config.database)
  await other.db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('outgoing')
      .select('id')
      .where('id', '=', held.data?.sendId ?? '')
      .forUpdate()
      .execute()
    await mailServer.dispatcher.runDue()
    expect((await mailServer.mailsOf(na)).map(({ subject }) => subject)).toEqual(['这里'])
  })
  await other.close()
  await mailServer.dispatcher.runDue()
  expect((await mailServer.mailsOf(na)).map(({ subject }) => subject)).toEqual(['这里', '别处'])
  await mailServer.stop()
})

test('given a relay that does not answer, then people of this server get their mail meanwhile', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const connected = once(silent, 'connection')
  const mailServer = await startTestServer({
    engine: 'sqlite',
    still: true,
    failing: true,
    relay: `smtp://127.0.0.1:${port}`,
  })
  const wei = await mailServer.addUser('zhang.wei')
  const na = await mailServer.addUser('li.na')
  const asWei = await mailServer.as(wei)
  await asWei.attempt('mail/email/send', sending({ to: people('friend@elsewhere.example') }))
  mailServer.wait(UNDO_SEND_MS)
  mailServer.dispatcher.start()
  const [socket]: Socket[] = await connected
  const arrived = new Promise<void>((resolve) => mailServer.context.events.subscribe(na, resolve))
  await asWei.attempt('mail/email/send', sending())
  mailServer.wait(UNDO_SEND_MS)
  mailServer.dispatcher.expect(mailServer.context.now())
  await arrived
  expect(await mailServer.mailsOf(na)).toMatchObject([{ subject: '会议纪要' }])
  socket?.destroy()
  await mailServer.stop()
  await new Promise((resolve) => silent.close(resolve))
})
