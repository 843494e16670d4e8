import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { wireSizeMax } from '../../platform/config/config.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../../testing/testServer.ts'
import { rawClient } from './rawClient.ts'

const MIB = 1_024 * 1_024

describe.each(engines)('mail that comes in by SMTP, on %s', (engine) => {
  let mailServer: TestServer
  let port: number
  let wei: number
  let na: number

  const start = async (settings: Partial<TestServerOptions> = {}, options = {}) => {
    mailServer = await startTestServer({ engine, still: true, failing: true, ...settings })
    wei = await mailServer.addUser('zhang.wei', { isAdmin: true })
    na = await mailServer.addUser('li.na')
    port = (await mailServer.startSmtp(options)).port
  }
  beforeEach(() => start())
  afterEach(async () => {
    await mailServer.stop()
  })
  const restart = async (settings: Partial<TestServerOptions> = {}, options = {}) => {
    await mailServer.stop()
    await start(settings, options)
  }
  const mailer = () => createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  const client = async () => {
    const made = await rawClient(port)
    mailServer.closing(async () => made.close())
    await made.say('EHLO client.example')
    return made
  }
  const rawOf = async (accountId: number, index = 0) => {
    const mail = (await mailServer.mailsOf(accountId))[index]
    return Buffer.from(await mailServer.context.blobs.readAll(mail?.raw_hash ?? '')).toString('latin1')
  }

  test('given a mail with Chinese text and an attachment, then it is in the inbox, complete', async () => {
    const info = await mailer().sendMail({
      from: '王芳 <wang.fang@elsewhere.example>',
      to: 'zhang.wei@yanshu.test',
      subject: '项目周报',
      html: '<p>请查收<b>附件</b></p>',
      attachments: [{ filename: '报告.txt', content: '内容' }],
    })
    expect(info.response).toMatch(/^250 2\.6\.0/)
    const [mail] = await mailServer.mailsOf(wei)
    expect(mail).toMatchObject({ subject: '项目周报', from_name: '王芳', has_attachment: 1, seen: 0 })
    const attachments = await mailServer.context.store.db.selectFrom('attachment').selectAll().execute()
    expect(attachments).toMatchObject([{ name: '报告.txt', size: 6 }])
    expect(Buffer.from(await mailServer.context.blobs.readAll(attachments[0]?.blob_hash ?? '')).toString()).toBe('内容')
    const raw = await rawOf(wei)
    expect(raw).toMatch(/^Return-Path: <wang\.fang@elsewhere\.example>\r\nReceived: from \S+ \(\[127\.0\.0\.1\]\)\r\n/)
    expect(raw).toContain('\tfor <zhang.wei@yanshu.test>;')
  })

  test('given recipients that cannot be reached, then each is refused at RCPT with its reason', async () => {
    await mailServer.addUser('gone', { disabled: true })
    await mailServer.addUser('tiny', { quotaBytes: 1_000 })
    const made = await client()
    await made.say('MAIL FROM:<a@elsewhere.example> SIZE=5000')
    expect(await made.say('RCPT TO:<nobody@yanshu.test>')).toMatch(/^550 5\.1\.1 /)
    expect(await made.say('RCPT TO:<gone@yanshu.test>')).toMatch(/^550 5\.2\.1 /)
    expect(await made.say('RCPT TO:<someone@elsewhere.example>')).toMatch(/^550 5\.7\.1 /)
    expect(await made.say('RCPT TO:<tiny@yanshu.test>')).toMatch(/^552 5\.2\.2 /)
    expect(await made.say('DATA')).toMatch(/^503 /)
    expect(await made.say('RCPT TO:<ZHANG.Wei+work@Yanshu.TEST>')).toMatch(/^250 /)
    expect(await made.say('RCPT TO:<Postmaster>')).toMatch(/^250 /)
    expect(await made.say('DATA')).toMatch(/^354 /)
    expect(await made.say('Subject: to you\r\n\r\n.')).toMatch(/^250 /)
    expect(await mailServer.mailsOf(wei)).toHaveLength(1)
  })

  test('given commands that are sent ahead, then their answers come in one piece and in their order', async () => {
    const made = await client()
    const pieces: string[] = []
    made.socket.on('data', (piece) => pieces.push(String(piece)))
    await made.write(
      'MAIL FROM:<a@b.example>\r\nRCPT TO:<nobody@yanshu.test>\r\nRCPT TO:<zhang.wei@yanshu.test>\r\nDATA\r\n',
    )
    const codes: string[] = []
    for (let line = 0; line < 4; line++) codes.push((await made.answer()).slice(0, 3))
    expect(codes).toEqual(['250', '550', '250', '354'])
    // What has to ask a database server is not answered in the same moment.
    if (engine === 'sqlite') expect(pieces).toHaveLength(1)
    expect(await made.say('Subject: ahead\r\n\r\n.')).toMatch(/^250 /)
    expect(await mailServer.mailsOf(wei)).toMatchObject([{ subject: 'ahead' }])
  })

  test('given more recipients at once than are looked up in a turn, then each is answered and gets the mail', async () => {
    const people = await Promise.all(Array.from({ length: 60 }, (_, number) => mailServer.addUser(`person${number}`)))
    const made = await client()
    const rcpts = people.map((_, number) => `RCPT TO:<person${number}@yanshu.test>\r\n`).join('')
    await made.write(`MAIL FROM:<a@b.example>\r\n${rcpts}DATA\r\n`)
    const answers: string[] = []
    for (let line = 0; line < people.length + 2; line++) answers.push((await made.answer()).slice(0, 3))
    expect(answers).toEqual([...people.map(() => '250'), '250', '354'])
    expect(await made.say('Subject: to many\r\n\r\n.')).toMatch(/^250 /)
    expect(await mailServer.mailsOf(people.at(-1) ?? 0)).toMatchObject([{ subject: 'to many' }])
  })

  test(`given a mailbox that is full, then the sender's server is asked to try again later`, async () => {
    const full = await mailServer.addUser('full', { quotaBytes: 2_000 })
    const made = await client()
    expect(await made.send('a@b.example', ['full@yanshu.test'], `\r\n${'x'.repeat(1_500)}`)).toMatch(/^250 /)
    expect(await made.send('a@b.example', ['full@yanshu.test'], `\r\n${'y'.repeat(1_500)}`)).toMatch(/^452 4\.2\.2 /)
    expect(await made.send('a@b.example', ['full@yanshu.test'], `\r\n${'z'.repeat(3_000)}`)).toMatch(/^552 5\.2\.2 /)
    expect(await mailServer.mailsOf(full)).toHaveLength(1)
  })

  test('given one of two mailboxes is full, then one gets the mail and the sender a report', async () => {
    await mailServer.addUser('tiny', { quotaBytes: 500 })
    const made = await client()
    const to = ['tiny@yanshu.test', 'zhang.wei@yanshu.test']
    expect(await made.send('li.na@yanshu.test', to, `Subject: both\r\n\r\n${'x'.repeat(600)}`)).toMatch(/^250 /)
    expect(await mailServer.mailsOf(wei)).toHaveLength(1)
    const [report] = await mailServer.mailsOf(na)
    expect(report).toMatchObject({ system_notice: 1, automatic: 1 })
    expect(report?.subject).toContain('both')
    expect(report?.text).toContain('tiny@yanshu.test')
    expect(report?.text).toContain('没有送达')
  })

  test('given nothing, nonsense, or half a MIME structure, then a mail arrives nevertheless', async () => {
    const made = await client()
    const to = ['zhang.wei@yanshu.test']
    const oddities = [
      '',
      '\r\n',
      '\0\0\0',
      'Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nhalf',
      `${'A: b\r\n'.repeat(5_000)}\r\nbody`,
      `Subject: ${'=?utf-8?B?????='.repeat(50)}\r\nDate: yesterday\r\nTo: ,,;<>\r\n\r\nx`,
      `Content-Type: ${'multipart/mixed;'.repeat(100)}\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!!`,
    ]
    for (const odd of oddities) expect(await made.send('a@b.example', to, odd)).toMatch(/^250 /)
    expect(await mailServer.mailsOf(wei)).toHaveLength(oddities.length)
    expect(mailServer.problems).toEqual([])
  })

  test('given sixty recipients, one of them twice, then each has one mail and the message is stored once', async () => {
    const ids: number[] = []
    for (let index = 0; index < 60; index++) ids.push(await mailServer.addUser(`user${index}`))
    const to = ids.map((_, index) => `user${index}@yanshu.test`)
    const made = await client()
    const reply = await made.send('a@b.example', [...to, 'user7+again@yanshu.test'], 'Subject: all\r\n\r\nhello')
    expect(reply).toMatch(/^250 /)
    for (const id of ids) expect(await mailServer.mailsOf(id)).toHaveLength(1)
    expect(await mailServer.context.store.db.selectFrom('message').select('id').execute()).toHaveLength(1)
  })

  test('given fifty clients at once, then every acknowledged mail is there once', async () => {
    const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, pool: true, maxConnections: 50 })
    const numbers = Array.from({ length: 200 }, (_, index) => index)
    await Promise.all(
      numbers.map((index) =>
        transport.sendMail({ from: 'a@b.example', to: 'zhang.wei@yanshu.test', subject: `number ${index}`, text: 'x' }),
      ),
    )
    transport.close()
    const subjects = (await mailServer.mailsOf(wei)).map((mail) => mail.subject)
    expect(subjects.sort()).toEqual(numbers.map((index) => `number ${index}`).sort())
    const folder = await mailServer.context.store.db
      .selectFrom('folder')
      .select(['total', 'unread'])
      .where('account_id', '=', wei)
      .where('role', '=', 'inbox')
      .executeTakeFirstOrThrow()
    expect(folder).toEqual({ total: 200, unread: 200 })
  }, 60_000)

  test('given a store that fails, then the sender keeps the mail', async () => {
    const made = await client()
    await mailServer.context.store.db.schema.alterTable('message_body').renameTo('message_body_away').execute()
    expect(await made.send('a@b.example', ['zhang.wei@yanshu.test'], 'Subject: x\r\n\r\nx')).toMatch(/^451 4\.3\.0 /)
    await mailServer.context.store.db.schema.alterTable('message_body_away').renameTo('message_body').execute()
    expect(await made.send('a@b.example', ['zhang.wei@yanshu.test'], 'Subject: x\r\n\r\nx')).toMatch(/^250 /)
    expect(await mailServer.mailsOf(wei)).toHaveLength(1)
  })

  // What SMTP answers and what the message becomes does not depend on the store.
  if (engine !== engines[0]) return

  test('given a message, then it is kept as it came: dots, bare line feeds, bytes of eight bits', async () => {
    const made = await client()
    const reply = await made.send(
      '',
      ['zhang.wei@yanshu.test'],
      Buffer.concat([
        Buffer.from('Subject: '),
        Buffer.from([0xd6, 0xd0, 0xce, 0xc4]),
        Buffer.from('\r\n\r\n..dot\r\n..\r\nbare\nfeed\r\n....'),
      ]),
    )
    expect(reply).toMatch(/^250 /)
    const raw = await rawOf(wei)
    expect(raw.endsWith('\r\n\r\n.dot\r\n.\r\nbare\nfeed\r\n...\r\n')).toBe(true)
    expect(raw.startsWith('Return-Path: <>\r\n')).toBe(true)
    expect((await mailServer.mailsOf(wei))[0]?.subject).toBe('中文')
  })

  test('given the limit, then a larger message is refused by its SIZE and while it comes, and nothing is kept', async () => {
    await restart({ maxMessageSize: MIB })
    const made = await client()
    const limit = wireSizeMax({ maxMessageSize: MIB })
    expect(await made.say(`MAIL FROM:<a@b.example> SIZE=${limit + 1}`)).toMatch(/^552 5\.3\.4 /)
    const line = `${'x'.repeat(98)}\r\n`
    const send = (lines: number) => made.send('a@b.example', ['zhang.wei@yanshu.test'], `\r\n${line.repeat(lines)}`)
    expect(await send(limit / 100 + 1)).toMatch(/^552 5\.3\.4 /)
    expect(await send(limit / 100 - 1)).toMatch(/^250 /)
    expect(await mailServer.mailsOf(wei)).toHaveLength(1)
    expect(await mailServer.context.store.db.selectFrom('blob').selectAll().execute()).toHaveLength(1)
  })

  test('given attachments as large as may be and a long text, then the message is not too large', async () => {
    await restart({ maxMessageSize: 4 * MIB })
    const info = await mailer().sendMail({
      from: 'a@b.example',
      to: 'zhang.wei@yanshu.test',
      subject: 'just fits',
      text: '雁'.repeat(1_000_000),
      attachments: [{ filename: 'large.bin', content: Buffer.alloc(4 * MIB, 'yanshu') }],
    })
    expect(info.response).toMatch(/^250 /)
    expect(await mailServer.mailsOf(wei)).toMatchObject([{ subject: 'just fits' }])
  })

  test('given a mail of 50 MiB, then it arrives and its attachment is the same', async () => {
    const content = Buffer.alloc(36 * MIB, 'yanshu')
    const info = await mailer().sendMail({
      from: 'a@b.example',
      to: 'zhang.wei@yanshu.test',
      subject: 'large',
      text: 'see attachment',
      attachments: [{ filename: 'large.bin', content }],
    })
    expect(info.response).toMatch(/^250 /)
    const [mail] = await mailServer.mailsOf(wei)
    expect(mail?.size).toBeGreaterThan(48 * MIB)
    const attachment = await mailServer.context.store.db.selectFrom('attachment').selectAll().executeTakeFirstOrThrow()
    expect(attachment.blob_hash).toBe(createHash('sha256').update(content).digest('hex'))
  }, 60_000)

  test('given a message that has passed fifty servers, then it is refused as a loop', async () => {
    const made = await client()
    const hops = (count: number) => `${'Received: from a by b\r\n'.repeat(count)}Subject: x\r\n\r\nReceived: not one`
    expect(await made.send('a@b.example', ['zhang.wei@yanshu.test'], hops(51))).toMatch(/^554 5\.4\.6 /)
    expect(await made.send('a@b.example', ['zhang.wei@yanshu.test'], hops(50))).toMatch(/^250 /)
  })

  test('given a client that disconnects in the middle, then nothing is kept', async () => {
    const made = await client()
    await made.say('MAIL FROM:<a@b.example>')
    await made.say('RCPT TO:<zhang.wei@yanshu.test>')
    await made.say('DATA')
    await made.write('Subject: half\r\n\r\nnot all of')
    const gone = new Promise((resolve) => made.socket.once('close', resolve))
    made.close()
    await gone
    const other = await client()
    expect(await other.send('a@b.example', ['zhang.wei@yanshu.test'], 'Subject: whole\r\n\r\nx')).toMatch(/^250 /)
    expect((await mailServer.mailsOf(wei)).map((mail) => mail.subject)).toEqual(['whole'])
  })

  test('given commands in one packet, then all are answered in order, and the extensions are announced', async () => {
    const made = await rawClient(port)
    mailServer.closing(async () => made.close())
    const extensions = await made.say('EHLO client.example')
    for (const one of [
      'PIPELINING',
      '8BITMIME',
      'SMTPUTF8',
      'ENHANCEDSTATUSCODES',
      `SIZE ${wireSizeMax(mailServer.context.config)}`,
    ]) {
      expect(extensions).toContain(one)
    }
    expect(extensions).not.toContain('STARTTLS')
    expect(extensions).not.toContain('AUTH')
    await made.write(
      'MAIL FROM:<a@b.example> BODY=8BITMIME SMTPUTF8\r\nRCPT TO:<张三@yanshu.test>\r\nRCPT TO:<li.na@yanshu.test>\r\nDATA\r\n',
    )
    const answers = [await made.answer(), await made.answer(), await made.answer(), await made.answer()]
    expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['250', '550', '250', '354'])
    expect(await made.say('Subject: 你好\r\n\r\n.')).toMatch(/^250 /)
    expect((await mailServer.mailsOf(na))[0]?.subject).toBe('你好')
  })

  test('given a client that sends nothing, or too many of one address, then they are disconnected', async () => {
    await restart({}, { idleTimeout: 500, maxClientsPerAddress: 2 })
    const clients = await Promise.all([rawClient(port), rawClient(port), rawClient(port)])
    const taken = clients.filter(({ greeting }) => greeting.startsWith('220 '))
    expect(taken).toHaveLength(2)
    expect(clients.filter(({ greeting }) => greeting.startsWith('421 '))).toHaveLength(1)
    for (const one of taken) expect(await one.answer()).toMatch(/^421 /)
    for (const one of clients) one.close()
  })

  test('given a trusted filter, then what it marked goes to spam; without one the mark means nothing', async () => {
    const marked = 'X-Spam-Flag: YES\r\nSubject: cheap\r\n\r\nx'
    const before = await client()
    await before.send('a@b.example', ['zhang.wei@yanshu.test'], marked)
    expect(await mailServer.mailsOf(wei)).toHaveLength(1)
    await restart({}, { trustSpamFlag: true })
    const after = await client()
    await after.send('a@b.example', ['zhang.wei@yanshu.test'], marked)
    expect(await mailServer.mailsOf(wei)).toHaveLength(0)
    expect(await mailServer.mailsOf(wei, 'spam')).toHaveLength(1)
  })

  test('given a certificate, then STARTTLS is offered, and the mail says that it came encrypted', async () => {
    const folder = fileURLToPath(new URL('../../testing/test-only-tls/', import.meta.url))
    await restart({ tls: { key: `${folder}key.pem`, cert: `${folder}cert.pem` } })
    const tls = { ca: await readFile(`${folder}cert.pem`), servername: 'mail.yanshu.test' }
    const secure = createTransport({ host: '127.0.0.1', port, requireTLS: true, tls })
    await secure.sendMail({ from: 'a@b.example', to: 'zhang.wei@yanshu.test', subject: '密', text: 'x' })
    expect(await rawOf(wei)).toMatch(/^\s+by mail\.yanshu\.test .*with ESMTPS /ms)
    const made = await client()
    expect(await made.send('a@b.example', ['zhang.wei@yanshu.test'], 'Subject: open\r\n\r\nx')).toMatch(/^250 /)
    expect(await rawOf(wei, 1)).toMatch(/with ESMTP /)
    // The handshake begins with nothing left to be sent in clear.
    await made.write('NOOP\r\nSTARTTLS\r\n')
    expect([await made.answer(), await made.answer()]).toEqual([
      expect.stringMatching(/^250 /),
      expect.stringMatching(/^220 /),
    ])
  })

  test('given LMTP, then every recipient gets an answer', async () => {
    await mailServer.addUser('tiny', { quotaBytes: 300 })
    const lmtp = await mailServer.startSmtp({ lmtp: true })
    const made = await rawClient(lmtp.port)
    mailServer.closing(async () => made.close())
    await made.say('LHLO client.example')
    const first = await made.send('', ['tiny@yanshu.test', 'li.na@yanshu.test'], `\r\n${'x'.repeat(400)}`)
    expect(first).toMatch(/^552 5\.2\.2 /)
    expect(await made.answer()).toMatch(/^250 /)
    expect(await mailServer.mailsOf(na)).toHaveLength(1)
  })
})
