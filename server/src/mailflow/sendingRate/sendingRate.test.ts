import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createRuntime } from '../../platform/runtime/runtime.ts'
import type { Context } from '../../store/context/context.ts'
import { openStore } from '../../store/database/open.ts'
import { transact } from '../../store/database/transact.ts'
import { sending } from '../../testing/letters.ts'
import { engines } from '../../testing/testDatabase.ts'
import { openTestRelay } from '../../testing/testRelay.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { type MailTransport, mailTransportOf } from '../mailTransport.ts'
import { sendingGauges } from './sendingFigures.ts'
import { countSending, listLimits, setLimit } from './sendingRate.ts'

const HOUR = 3_600_000

describe.each(engines)('recipients of an hour, on %s', (engine) => {
  let server: TestServer
  let relay: Awaited<ReturnType<typeof openTestRelay>>
  let otherContext: Context
  let other: MailTransport
  let wei: number
  let na: number
  beforeEach(async () => {
    relay = await openTestRelay()
    server = await startTestServer({ engine, still: true, relay: relay.url })
    server.stopClock()
    // Another server on the same store; on SQLite it shares the connection.
    const store = engine === 'postgres' ? await openStore(server.context.config.database) : server.context.store
    otherContext = { ...server.context, store, runtime: createRuntime() }
    other = mailTransportOf(otherContext)
    server.closing(async () => {
      await other.dispatcher.stop()
      if (engine === 'postgres') await store.close()
    })
    wei = await server.addUser('zhang.wei')
    na = await server.addUser('li.na')
  })
  afterEach(async () => {
    await server.stop()
    await relay.close()
  })

  const send = async (subject: string, people: readonly string[] = ['li.na@yanshu.test']) => {
    const to = people.map((address) => ({ name: '', address }))
    return (await server.as(wei)).post('mail/email/send', sending({ requestId: `request-${subject}`, subject, to }))
  }
  const run = () => Promise.all([server.dispatcher.runDue(), other.dispatcher.runDue()])
  const states = async () => {
    const rows = await server.context.store.db.selectFrom('outgoing').select('state').orderBy('state').execute()
    return rows.map(({ state }) => state)
  }

  test('given more letters than an hour has room for, then two servers send that many, and the rest in time', async () => {
    await setLimit(server.context, null, 5)
    const sent: Awaited<ReturnType<typeof send>>[] = []
    for (let number = 0; number < 8; number++) sent.push(await send(`第 ${number} 封`))
    server.wait(60_000)
    await run()
    await run()
    expect(await server.mailsOf(na)).toHaveLength(5)
    const held = await server.context.store.db
      .selectFrom('outgoing')
      .select(['mail_id', 'due_at', 'held_step'])
      .where('state', '=', 'held')
      .execute()
    const until = server.context.now() + HOUR
    expect(held.map(({ held_step, due_at }) => [held_step, due_at])).toEqual(Array(3).fill(['rate', until]))
    expect(await sendingGauges(server.context)[0]?.read()).toEqual([{ labels: {}, value: 3 }])
    const waiting = sent.find(({ mailId }) => mailId === held[0]?.mail_id)
    const time = new Date(until + 8 * HOUR).toISOString().slice(11, 16)
    const detail = await (await server.as(wei)).post('mail/email/detail', { mailId: waiting?.mailId ?? 0 })
    const reason = `每小时最多发给 5 个收件人，将于 ${time} 继续发送 / sent on ${time}; at most 5 recipients an hour`
    expect(detail).toMatchObject({ sendId: waiting?.sendId, releaseAt: null, deliveries: [{ state: 'held', reason }] })
    // Another's letters do not wait for it.
    const asNa = await server.as(na)
    await asNa.post('mail/email/send', sending({ to: [{ name: '', address: 'zhang.wei@yanshu.test' }] }))
    server.wait(60_000)
    await run()
    expect(await server.mailsOf(wei)).toHaveLength(1)
    server.wait(HOUR)
    await run()
    expect(await server.mailsOf(na)).toHaveLength(8)
  })

  test('given thirty transactions at the same moment over two servers, then as many count as there is room for', async () => {
    await setLimit(server.context, 'zhang.wei@yanshu.test', 10)
    const counted = await Promise.all(
      Array.from({ length: 30 }, (_, number) => {
        const context = number % 2 === 0 ? server.context : otherContext
        return transact(context, (trx) =>
          countSending(trx, context, `mail-${number}`, { accountId: wei, recipients: 1 }),
        )
      }),
    )
    expect(counted.filter((room) => room === 'room')).toHaveLength(10)
  })

  test('given a limit of one account, then a longer letter goes back, and a new limit is asked at once', async () => {
    await setLimit(server.context, 'zhang.wei@yanshu.test', 1)
    await send('一', ['li.na@yanshu.test', 'friend@elsewhere.example'])
    await send('二')
    await send('三')
    server.wait(60_000)
    await run()
    expect((await server.mailsOf(na)).map(({ subject }) => subject)).toEqual(['二'])
    const [report] = await server.mailsOf(wei)
    expect(report?.text).toContain('at most 1 recipients an hour')
    expect(await states()).toEqual(['done', 'held', 'refused'])
    await setLimit(server.context, 'zhang.wei@yanshu.test', null)
    expect(await listLimits(server.context)).toEqual([
      { address: null, perHour: 2_000 },
      { address: 'zhang.wei@yanshu.test', perHour: null },
    ])
    await run()
    expect((await server.mailsOf(na)).map(({ subject }) => subject)).toEqual(['二', '三'])
    await setLimit(server.context, 'zhang.wei@yanshu.test', undefined)
    expect(await listLimits(server.context)).toHaveLength(1)
    await expect(setLimit(server.context, 'nobody@yanshu.test', 5)).rejects.toThrow('There is no account')
  })

  test('given a rule that forwards, then what it sends counts for whose rule it is, and is held as well', async () => {
    await setLimit(server.context, 'zhang.wei@yanshu.test', 1)
    server.steps.register([
      {
        name: 'forwards',
        judge: (_mail, recipients) =>
          new Map(recipients.map(({ address }) => [address, { recipients: [address, 'home@elsewhere.example'] }])),
      },
    ])
    const { port } = await server.startSmtp()
    const outside = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
    for (const to of ['zhang.wei', 'zhang.wei', 'li.na']) {
      await outside.sendMail({ from: 'a@partner.example', to: `${to}@yanshu.test`, text: 'x' })
    }
    outside.close()
    await run()
    const rows = await server.context.store.db.selectFrom('outgoing').select(['counts_for', 'state']).execute()
    const seen = rows.map(({ counts_for, state }) => `${counts_for === wei ? 'wei' : 'na'} ${state}`).toSorted()
    expect(seen).toEqual(['na done', 'wei done', 'wei held'])
    expect(relay.relayed).toHaveLength(2)
  })
})
