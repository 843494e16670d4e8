import { type AutoReply, Code, UNDO_SEND_MS } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliverySteps } from '../../deliverySteps.ts'
import { rawClient } from '../../mailflow/smtp/rawClient.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { openTestRelay } from '../../testing/testRelay.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const NA = 'li.na@yanshu.test'
const HOUR = 3_600_000
const DAY = 24 * HOUR

describe.each(engines)('automatic answers and forwarding, on %s', (engine) => {
  let server: TestServer
  let relay: Awaited<ReturnType<typeof openTestRelay>>
  let wei: number
  let na: number
  let owner: TestClient
  let port: number

  beforeEach(async () => {
    relay = await openTestRelay()
    server = await startTestServer({ engine, still: true, relay: relay.url })
    server.stopClock()
    wei = await server.addUser('zhang.wei', { name: '张伟' })
    na = await server.addUser('li.na', { name: '李娜' })
    server.steps.register(deliverySteps)
    owner = await server.as(na)
    port = (await server.startSmtp()).port
  })
  afterEach(async () => {
    await server.stop()
    await relay.close()
  })

  const moving = async () => {
    await server.steps.effects.runDue()
    await server.dispatcher.runDue()
    await server.steps.effects.runDue()
    await server.dispatcher.runDue()
  }
  const send = async (head: string, { from = 'a@out.example', to = NA } = {}) => {
    const client = await rawClient(port)
    await client.say('EHLO client.example')
    const answer = await client.send(from, [to], `${head}\r\n\r\nhello`)
    client.close()
    await moving()
    return answer
  }
  const away = (reply: Partial<AutoReply> = {}) =>
    owner.post('mail/main/generalConfig/saveReply', {
      enabled: true,
      startAt: null,
      endAt: null,
      subject: '',
      inside: '<p>休假中，<b>周一</b>回来<script>1</script></p>',
      outsideTo: 'all',
      outside: '<p>Away until Monday</p>',
      ...reply,
    })
  const answered = () => relay.mails.map(({ to }) => to[0])
  const reasons = async () =>
    (await owner.get('mail/main/generalConfig/replyLog')).list.map(({ reason }) => reason).reverse()

  test('given an administrator who sets the answer of somebody else, then it answers, and its owner reads who did', async () => {
    const draft = { enabled: true, startAt: null, endAt: null, subject: '', inside: '<p>病假</p>' }
    const reply = { ...draft, outsideTo: 'all' as const, outside: '' }
    const admin = await server.as(await server.addUser('admin', { isAdmin: true }))
    const colleague = await server.as(wei)
    expect(await colleague.refused('POST', 'console/autoReply', { account: NA, reply })).toBe(Code.forbidden)
    expect(await admin.refused('POST', 'console/autoReply', { account: 'nobody@yanshu.test', reply })).toBe(
      Code.notFound,
    )
    await admin.post('console/autoReply', { account: NA, reply })
    await send(`Message-ID: <1@out>\r\nTo: ${NA}\r\nSubject: hi`)
    expect(answered()).toEqual(['a@out.example'])
    expect((await owner.get('mail/log/changes')).list.map(({ kind }) => kind)).toContain('replyByAdmin')
  })

  test('given somebody away, then a sender is answered once in seven days, as RFC 3834 wants it', async () => {
    await away()
    await send(`Subject: 报价\r\nTo: ${NA}\r\nMessage-ID: <q1@out.example>`)
    expect(answered()).toEqual(['a@out.example'])
    const raw = relay.mails[0]?.raw.toString() ?? ''
    expect(raw).toMatch(/^Auto-Submitted: auto-replied\r$/m)
    expect(raw).toMatch(/^In-Reply-To: <q1@out\.example>\r$/m)
    expect(raw).toMatch(/^References: <q1@out\.example>\r$/m)
    const text = Buffer.from(/text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(raw)?.[1] ?? '', 'base64').toString()
    expect(text).toContain('Away until Monday')
    const [sent] = await server.context.store.db.selectFrom('outgoing').select('envelope_from').execute()
    expect(sent?.envelope_from).toBe('')
    await send(`Subject: again\r\nTo: ${NA}`, { from: 'A@OUT.example' })
    expect(answered()).toHaveLength(1)
    server.wait(7 * DAY + HOUR)
    await send(`Subject: after a week\r\nTo: ${NA}`)
    expect(answered()).toHaveLength(2)
    expect(await reasons()).toEqual([null, 'answered-before', null])
  })

  test('given lists, bulk, robots and who is not addressed, then nobody is answered, and the log says why', async () => {
    await away({ outsideTo: 'known' })
    const head = `Subject: x\r\nTo: ${NA}`
    await send(head, { from: '' })
    await send(`${head}\r\nList-Id: <l.example>`)
    await send(`${head}\r\nList-Unsubscribe: <mailto:x@l.example>`)
    await send(`${head}\r\nPrecedence: bulk`)
    await send(`${head}\r\nAuto-Submitted: auto-generated (rejected)`)
    await send(`${head}\r\nX-Auto-Response-Suppress: OOF, DR`)
    await send(head, { from: 'no-reply@shop.example' })
    await send(head, { from: 'owner-list@shop.example' })
    await send(head, { from: NA })
    await send('Subject: x\r\nTo: everybody@out.example')
    await send(head)
    await owner.post('mail/mailClassify/senders/save', { kind: 'blocked', patterns: ['spam.example'] })
    await send(`From: x@spam.example\r\n${head}`, { from: 'x@spam.example' })
    expect(answered()).toEqual([])
    expect(await reasons()).toEqual([
      'no-sender',
      'list',
      'list',
      'bulk',
      'automatic',
      'automatic',
      'robot',
      'robot',
      'self',
      'not-addressed',
      'outside',
      'spam',
    ])
  })

  test('given a colleague, then they get the other words, see it while they write, and only in its time', async () => {
    const now = server.context.now()
    await away({ startAt: now + HOUR, endAt: now + 2 * HOUR, subject: '我不在' })
    const colleague = await server.as(wei)
    const state = () => colleague.get('mail/main/generalConfig/away', { address: 'LI.NA@yanshu.test' })
    const write = async () => {
      await colleague.post('mail/email/send', sending({ to: [{ name: '', address: NA }] }))
      server.wait(UNDO_SEND_MS)
      await moving()
    }
    expect(await state()).toEqual({ away: false, until: null, text: '' })
    await write()
    expect(await server.mailsOf(wei)).toEqual([])
    server.wait(HOUR)
    expect(await state()).toEqual({ away: true, until: now + 2 * HOUR, text: '休假中，周一回来' })
    await write()
    const [reply] = await server.mailsOf(wei)
    expect(reply).toMatchObject({ subject: '我不在', from_address: NA })
    expect(reply?.text).toContain('周一')
    server.wait(HOUR)
    expect((await state()).away).toBe(false)
    await write()
    expect(await server.mailsOf(wei)).toHaveLength(1)
    // Two who are away do not answer each other.
    expect(await reasons()).toEqual([null])
  })

  test('given pictures in the answer, then they go with it as parts, and others are left out or refused', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const picture = `<img src="data:image/png;base64,${png}" alt="海报" onerror="x()">`
    const kept = `<p>休假<img src="data:image/png;base64,${png}" alt="海报" /></p>`
    const inside = `<p>休假${picture}<img src="https://t.example/x.png"><img src="cid:other"></p>`
    expect(await away({ inside, outside: '' })).toMatchObject({ inside: kept })
    const saved = await owner.get('mail/main/generalConfig/getReply')
    expect(saved.inside).toBe(kept)
    await send(`Subject: hi\r\nTo: ${NA}\r\nMessage-ID: <p@out.example>`)
    const raw = relay.mails[0]?.raw.toString() ?? ''
    const html = Buffer.from(
      /^Content-Type: text\/html[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/m.exec(raw)?.[1] ?? '',
      'base64',
    ).toString()
    const [, cid = 'none'] = /^Content-Id: <([^>]+)>\r$/im.exec(raw) ?? []
    expect(html).toContain(`<p>休假<img src="cid:${cid}" alt="海报" /></p>`)
    expect(html.match(/<img/g)).toHaveLength(1)
    expect(raw).toContain('Content-Type: multipart/related')
    expect(raw.replaceAll('\r\n', '')).toContain(png)
    // A picture alone is a text; a colleague who writes is shown the words.
    await away({ inside: picture, outside: '' })
    const colleague = await server.as(wei)
    expect(await colleague.get('mail/main/generalConfig/away', { address: NA })).toMatchObject({ away: true, text: '' })
    const before = await owner.get('mail/main/generalConfig/getReply')
    for (const unfit of [
      `<img src="data:image/jpeg;base64,${png}">`,
      `<img src="data:image/png;base64,${png.slice(0, -2)}${'A'.repeat(60_000)}">`,
      [1, 2, 3, 4].map((at) => picture.replace('海报', `${at}`)).join(''),
      `${picture}${'x'.repeat(30_000)}`,
    ]) {
      for (const text of ['inside', 'outside']) {
        const reply = { ...before, inside: 'x', [text]: unfit }
        expect(await owner.refused('POST', 'mail/main/generalConfig/saveReply', reply)).toBe(Code.badRequest)
      }
    }
    expect(await owner.get('mail/main/generalConfig/getReply')).toEqual(before)
  })

  test('given an answer that cannot be, then it is refused', async () => {
    const refused = (reply: object) =>
      owner.refused('POST', 'mail/main/generalConfig/saveReply', {
        enabled: true,
        startAt: 5_000,
        endAt: 5_500,
        ...reply,
      })
    expect(await refused({ subject: '', inside: 'x', outsideTo: 'all', outside: '' })).toBe(Code.badRequest)
    expect(await refused({ endAt: null, subject: '', inside: '<p>&nbsp;</p>', outsideTo: 'all', outside: '' })).toBe(
      Code.badRequest,
    )
  })

  test('given forwarding, then confirmed addresses get the mail, with a copy kept or not, and a circle ends', async () => {
    const add = (address: string) => owner.post('mail/main/generalConfig/forward/add', { address })
    expect(await owner.refused('POST', 'mail/main/generalConfig/forward/add', { address: NA })).toBe(Code.forwardToSelf)
    await add('zhang.wei@yanshu.test')
    expect((await add('Me@home.example')).addresses).toContainEqual({
      address: 'me@home.example',
      outside: true,
      confirmed: false,
    })
    expect(await owner.refused('POST', 'mail/main/generalConfig/forward/add', { address: 'me@home.example' })).toBe(
      Code.tooManyRequests,
    )
    await owner.post('mail/main/generalConfig/saveForward', { enabled: true, keepCopy: true })
    await moving()
    const codeMail = relay.mails[0]?.raw.toString() ?? ''
    expect(relay.mails[0]?.to).toEqual(['me@home.example'])
    const html = Buffer.from(
      /text\/html[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(codeMail)?.[1] ?? '',
      'base64',
    ).toString()
    const code = /<b>(\d{6})<\/b>/.exec(html)?.[1] ?? ''
    await send(`Subject: before\r\nTo: ${NA}\r\nMessage-ID: <b@out.example>`)
    expect(answered()).toEqual(['me@home.example'])
    expect((await server.mailsOf(wei)).map(({ subject }) => subject)).toEqual(['before'])

    const confirm = (typed: string) => ({ address: 'me@home.example', code: typed })
    const wrong = `${(Number(code) + 1) % 1_000_000}`.padStart(6, '0')
    expect(await owner.refused('POST', 'mail/main/generalConfig/forward/confirm', confirm(wrong))).toBe(
      Code.captchaWrong,
    )
    await owner.post('mail/main/generalConfig/forward/confirm', confirm(code))
    await owner.post('mail/main/generalConfig/saveForward', { enabled: true, keepCopy: false })
    await send(`Subject: after\r\nTo: ${NA}\r\nMessage-ID: <c@out.example>`)
    expect(answered()).toEqual(['me@home.example', 'me@home.example'])
    expect((await server.mailsOf(na)).map(({ subject }) => subject)).toEqual(['before'])
    // It comes back from where it went: it stays here, and is not sent round again.
    await send(`Subject: after\r\nTo: ${NA}\r\nMessage-ID: <c@out.example>`)
    expect(answered()).toHaveLength(2)
    expect((await server.mailsOf(na)).map(({ subject }) => subject)).toEqual(['before', 'after'])
    // An address that is removed gets nothing any more, the other one does.
    await owner.post('mail/main/generalConfig/forward/remove', { address: 'me@home.example' })
    await send(`Subject: alone\r\nTo: ${NA}\r\nMessage-ID: <d@out.example>`)
    expect(answered()).toHaveLength(2)
    expect((await server.mailsOf(wei)).map(({ subject }) => subject)).toEqual(['before', 'after', 'alone'])
    const other = await server.as(wei)
    expect((await other.get('mail/main/generalConfig/getForward')).addresses).toEqual([])
    expect((await other.get('mail/main/generalConfig/replyLog')).list).toEqual([])
  })
})
