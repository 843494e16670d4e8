import { Code, type PostBody, UNDO_SEND_MS } from '@yanshu/contracts'
import type { KyselyPlugin } from 'kysely'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { parseMail } from '../../mime/parseMail.ts'
import { createRuntime } from '../../platform/runtime/runtime.ts'
import { sweepStore } from '../../store/sweep/sweepStore.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { separateStep } from './separateStep.ts'

const DAY = 86_400_000
const SEPARATELY = { 'mail.separately': true }

describe.each(engines)('a letter to each of its recipients separately, on %s', (engine) => {
  let relay: SMTPServer
  let relayed: { raw: Buffer; to: string[] }[]
  let server: TestServer
  let wei: number
  let na: number
  let jie: number
  let asWei: TestClient

  beforeEach(async () => {
    relayed = []
    relay = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onRcptTo({ address }, _session, callback) {
        const refusal = Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 })
        callback(address.startsWith('nobody') ? refusal : null)
      },
      onData(stream, { envelope }, callback) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          relayed.push({ raw: Buffer.concat(chunks), to: envelope.rcptTo.map(({ address }) => address) })
          callback(null)
        })
      },
    })
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', () => resolve()))
    const address = relay.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    server = await startTestServer({ engine, still: true, relay: `smtp://127.0.0.1:${port}` })
    server.submission.register([separateStep])
    wei = await server.addUser('zhang.wei', { name: '张伟' })
    na = await server.addUser('li.na', { name: '李娜' })
    jie = await server.addUser('chen.jie', { name: '陈杰' })
    asWei = await server.as(wei)
  })
  afterEach(async () => {
    await server.stop()
    await new Promise<void>((resolve) => relay.close(() => resolve()))
  })

  const to = [
    { name: '娜姐 <&>', address: 'li.na@yanshu.test' },
    { name: '', address: 'chen.jie@yanshu.test' },
    { name: '', address: 'jim@elsewhere.example' },
  ]
  const letter = (more: Partial<PostBody<'mail/email/send'>> = {}) =>
    sending({
      to,
      subject: '{{name}}，年会邀请',
      html: '<p>{{ name }}您好，您登记的邮箱是 <b>{{邮箱}}</b></p>',
      options: SEPARATELY,
      ...more,
    })
  const leave = async () => {
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
  }
  const rawOf = async (hash: string | null | undefined) => Buffer.from(await server.context.blobs.readAll(hash ?? ''))

  test('given fields and a file, then each gets it alone in To with them filled in, and one copy has the list', async () => {
    const file = await asWei.upload('file/upload', '议程.txt', Buffer.from('{{name}} 的议程'))
    const sent = await asWei.post('mail/email/send', letter({ fileIds: [file.data?.fileId ?? ''] }))
    await leave()

    const copies = await server.mailsOf(wei, 'sent')
    expect(copies.map(({ subject }) => subject)).toEqual(['{{name}}，年会邀请'])
    expect(JSON.parse(copies[0]?.to_list ?? '')).toEqual(to)
    const expected = [
      { who: na, name: '娜姐 <&>', address: 'li.na@yanshu.test' },
      { who: jie, name: '陈杰', address: 'chen.jie@yanshu.test' },
    ]
    for (const { who, name, address } of expected) {
      const mails = await server.mailsOf(who)
      expect(mails).toHaveLength(1)
      const raw = await rawOf(mails[0]?.raw_hash)
      for (const read of [await PostalMime.parse(raw), await parseMail(raw)]) {
        expect(read.subject).toBe(`${name}，年会邀请`)
        expect(read.to).toMatchObject([{ name, address }])
        expect(read.cc ?? []).toEqual([])
        expect(read.text).toContain(`${name}您好，您登记的邮箱是`)
        expect(read.text).toContain(address)
        expect(read.html).toContain(name.replace('<&>', '&lt;&amp;&gt;'))
        expect(read.attachments).toHaveLength(1)
      }
      const { attachments } = await PostalMime.parse(raw)
      expect(Buffer.from(attachments[0]?.content as ArrayBuffer).toString()).toBe('{{name}} 的议程')
      expect(mails[0]?.rfc_message_id).toBe(copies[0]?.rfc_message_id)
    }
    expect(relayed.map((one) => one.to)).toEqual([['jim@elsewhere.example']])
    const outside = relayed[0]?.raw ?? Buffer.from('')
    expect(await PostalMime.parse(outside)).toMatchObject({
      subject: 'jim，年会邀请',
      to: [{ address: 'jim@elsewhere.example' }],
    })
    for (const { raw } of relayed) expect(raw.toString('latin1')).not.toMatch(/chen\.jie|li\.na|\{\{/)

    const { deliveries, sendId } = await asWei.post('mail/email/detail', { mailId: sent.mailId })
    expect(sendId).toBeNull()
    expect(deliveries.map(({ address, state }) => [address, state])).toEqual([
      ['chen.jie@yanshu.test', 'delivered'],
      ['jim@elsewhere.example', 'relayed'],
      ['li.na@yanshu.test', 'delivered'],
    ])
    // It cannot be taken back any more, and is not sent again.
    expect((await asWei.attempt('mail/email/cancel', { sendId: sent.sendId })).code).toBe(Code.alreadyDelivered)
    await leave()
    expect(await server.mailsOf(na)).toHaveLength(1)
    // Written again, it does not show its recipients to each other.
    expect(await asWei.post('mail/email/editAgain', { mailId: sent.mailId })).toMatchObject({ options: SEPARATELY })
  })

  test('given it is taken back in time, then nobody has it and the draft is as it was', async () => {
    const sent = await asWei.post('mail/email/send', letter())
    expect((await asWei.post('mail/email/detail', { mailId: sent.mailId })).sendId).toBe(sent.sendId)
    const draft = await asWei.post('mail/email/cancel', { sendId: sent.sendId })
    await leave()
    for (const who of [na, jie]) expect(await server.mailsOf(who)).toEqual([])
    expect(relayed).toEqual([])
    const again = await asWei.post('mail/email/editAgain', { mailId: draft.mailId })
    expect(again).toMatchObject({ to, subject: '{{name}}，年会邀请', options: SEPARATELY })
  })

  test('given copies, or fields that cannot be filled in, then it is refused as a whole with the reason', async () => {
    const refused: readonly (readonly [Partial<PostBody<'mail/email/send'>>, string])[] = [
      [{ cc: [{ name: '', address: 'chen.jie@yanshu.test' }] }, '抄送'],
      [{ bcc: [{ name: '', address: 'chen.jie@yanshu.test' }] }, '密送'],
      [{ html: '<p>{{工号}}</p>' }, '{{工号}}'],
      [{ subject: '{{foo bar}}' }, '{{foo bar}}'],
      [{ html: '<p>{{<b>name</b>}}</p>' }, '格式'],
      [{ html: '<p><a href="https://a.example/?u={{name}}">x</a></p>' }, '链接'],
    ]
    for (const [more, words] of refused) {
      const answer = await asWei.attempt('mail/email/send', letter(more))
      expect(answer.code, words).toBe(Code.separatelyRefused)
      expect(answer.message).toContain(words)
    }
    expect(await server.mailsOf(wei, 'sent')).toEqual([])
    expect(await server.context.store.db.selectFrom('outgoing').select('id').execute()).toEqual([])
  })

  test('given restricted reading beside it, then it is refused with the reason', async () => {
    const reading = { password: null, reads: 1, days: null, noForward: false, burn: false, secret: false }
    const options = { ...SEPARATELY, 'mail.reading': reading }
    const answer = await asWei.attempt('mail/email/send', letter({ options, to: to.slice(0, 2) }))
    expect(answer.code).toBe(Code.separatelyRefused)
    expect(answer.message).toContain('限制阅读')
  })

  test('given recipients whom the other server refuses, then one report names all of them', async () => {
    const refused = [1, 2, 3].map((at) => ({ name: '', address: `nobody${at}@elsewhere.example` }))
    await asWei.post('mail/email/send', letter({ to: [...to, ...refused] }))
    await leave()
    await leave()
    const reports = await server.mailsOf(wei)
    expect(reports).toHaveLength(1)
    for (const { address } of refused) expect(reports[0]?.text).toContain(address)
    expect(reports[0]?.text).not.toContain('jim@elsewhere.example')
  })

  test('given one recipient who cannot be written to, then nobody gets it', async () => {
    const unknown = { name: '', address: 'nobody@yanshu.test' }
    const answer = await asWei.attempt('mail/email/send', letter({ to: [...to, unknown] }))
    expect(answer.code).toBe(Code.recipientsRefused)
    await leave()
    expect(await server.mailsOf(na)).toEqual([])
  })

  test('given a sending time and two servers, then it leaves once at that time, its recipients counted once', async () => {
    const { db } = server.context.store
    const sendAt = server.context.now() + DAY
    const more = Array.from({ length: 30 }, (_, at) => ({ name: `客户${at}`, address: `c${at}@elsewhere.example` }))
    const options = { ...SEPARATELY, 'mail.sendAt': sendAt }
    await asWei.post('mail/email/send', letter({ to: [...to, ...more], options }))
    await leave()
    expect(await server.mailsOf(na)).toEqual([])
    server.wait(DAY)
    const other = mailTransportOf({ ...server.context, runtime: createRuntime() })
    other.submission.register([separateStep])
    await Promise.all([other.dispatcher.runDue(), server.dispatcher.runDue()])
    await Promise.all([other.dispatcher.runDue(), server.dispatcher.runDue()])
    await other.dispatcher.stop()
    expect(await server.mailsOf(na)).toHaveLength(1)
    expect(await server.mailsOf(jie)).toHaveLength(1)
    const everybody = ['jim@elsewhere.example', ...more.map(({ address }) => address)].toSorted()
    expect(relayed.flatMap((one) => one.to).toSorted()).toEqual(everybody)
    const states = await db.selectFrom('outgoing').select('state').distinct().execute()
    expect(states).toEqual([{ state: 'done' }])
    const counted = await db.selectFrom('sent_recipients').select('recipients').execute()
    expect(counted).toEqual([{ recipients: everybody.length + 2 }])
  })

  test('given a letter that another server sends while it is being read, then nothing fails and it leaves once', async () => {
    await asWei.post('mail/email/send', letter())
    const { store } = server.context
    const sendMeanwhile: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.some((row) => row.passed_steps !== undefined && row.origin === 'part'))
          await server.dispatcher.runDue()
        return result
      },
    }
    const slowStore = { ...store, background: store.background.withPlugin(sendMeanwhile) }
    const slow = mailTransportOf({ ...server.context, store: slowStore, runtime: createRuntime() })
    slow.submission.register([separateStep])
    server.wait(UNDO_SEND_MS)
    await slow.dispatcher.runDue()
    await slow.dispatcher.stop()
    expect(await server.mailsOf(na)).toHaveLength(1)
    const states = await store.db.selectFrom('outgoing').select('state').distinct().execute()
    expect(states).toEqual([{ state: 'done' }])
  })

  test('given its copy is deleted for ever, then the sweep leaves nothing of the queue and the mails of others', async () => {
    const { db } = server.context.store
    const sent = await asWei.post('mail/email/send', letter())
    await leave()
    await asWei.post('mail/email/delete', { mailIds: [sent.mailId] })
    server.wait(10 * DAY)
    await sweepStore(server.context)
    server.wait(10 * DAY)
    await sweepStore(server.context)
    expect(await db.selectFrom('outgoing').select('id').execute()).toEqual([])
    const left = await db.selectFrom('message').select('subject').orderBy('subject').execute()
    expect(left.map(({ subject }) => subject).toSorted()).toEqual(['娜姐 <&>，年会邀请', '陈杰，年会邀请'].toSorted())
  })
})
