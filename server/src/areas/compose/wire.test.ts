import { UNDO_SEND_MS } from '@yanshu/contracts'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseMail } from '../../mime/parseMail.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

/*
 * What leaves, byte for byte, as two parsers that share no code read it: postal-mime and the one of this server.
 */

interface Left {
  readonly raw: Buffer
  readonly from: string
  readonly to: readonly string[]
  /** Parameters of MAIL FROM. */
  readonly args: readonly string[]
}

let relay: SMTPServer
let left: Left[]
let server: TestServer
let wei: number
let asWei: TestClient

beforeEach(async () => {
  left = []
  relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    hideSMTPUTF8: false,
    onData(stream, { envelope: { mailFrom, rcptTo } }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = mailFrom === false ? { address: '', args: {} } : mailFrom
        left.push({
          raw: Buffer.concat(chunks),
          from: from.address,
          to: rcptTo.map(({ address }) => address),
          args: Object.keys(from.args || {}),
        })
        callback(null)
      })
    },
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', () => resolve()))
  const address = relay.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  server = await startTestServer({ engine: 'sqlite', still: true, relay: `smtp://127.0.0.1:${port}` })
  wei = await server.addUser('zhang.wei', { name: '张伟（市场部）' })
  asWei = await server.as(wei)
})
afterEach(async () => {
  await server.stop()
  await new Promise<void>((resolve) => relay.close(() => resolve()))
})

const leave = async () => {
  server.wait(UNDO_SEND_MS)
  await server.dispatcher.runDue()
}
const head = ({ raw }: Left) => raw.toString('latin1').split('\r\n\r\n', 1)[0] ?? ''

const NAMES = [
  '季度报告（终稿）——含附表与说明，请勿外传，仅供内部使用的第三版修订稿 2026.xlsx',
  "it's (quoted); 100% = ü & ½.txt",
  'plain name.txt',
  '日本語のファイル😀.bin',
]

test('names, people and subjects of any letters read alike by two parsers, and Bcc stands nowhere', async () => {
  const fileIds = []
  for (const name of NAMES)
    fileIds.push((await asWei.upload('file/upload', name, Buffer.from(`内容 ${name}`))).data?.fileId ?? '')
  const to = [
    { name: '', address: 'plain@elsewhere.example' },
    { name: 'O\'Neil, "Jim" (Sales) <x>', address: 'jim@elsewhere.example' },
    { name: '欧阳 娜娜；负责华东、华南以及港澳台地区客户关系与售后服务的高级经理', address: 'na.na@elsewhere.example' },
  ]
  const cc = [{ name: 'Zoë Müller', address: 'zoe@elsewhere.example' }]
  const bcc = [{ name: '密送的人', address: 'hidden@elsewhere.example' }]
  const subject = '关于 2026 年度预算 – “第二轮” 讨论：请各部门于周五前提交意见（含附件）以及后续安排的通知😀'
  await asWei.post('mail/email/send', sending({ to, cc, bcc, subject, fileIds, html: '<p>正文 <b>粗</b></p>' }))
  await leave()
  const [mail] = left
  if (!mail) throw new Error('nothing has left')

  expect(left.flatMap((one) => one.to)).toContain('hidden@elsewhere.example')
  expect(mail.raw.toString('latin1')).not.toMatch(/hidden@|^bcc:/im)
  expect(mail.raw.every((byte) => byte < 128)).toBe(true)
  expect(
    Math.max(
      ...head(mail)
        .split('\r\n')
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(998)
  expect(head(mail)).not.toMatch(/^List-/im)

  const postal = await PostalMime.parse(mail.raw)
  const own = await parseMail(mail.raw)
  for (const read of [
    {
      from: postal.from?.name,
      to: postal.to,
      cc: postal.cc,
      subject: postal.subject,
      names: postal.attachments.map((one) => one.filename),
    },
    {
      from: own.from[0]?.name,
      to: own.to,
      cc: own.cc,
      subject: own.subject,
      names: own.attachments.map((one) => one.filename),
    },
  ]) {
    expect(read.from).toBe('张伟（市场部）')
    expect(read.to).toMatchObject(to)
    expect(read.cc).toMatchObject(cc)
    expect(read.subject).toBe(subject)
    expect(read.names).toEqual(NAMES)
  }
  // For programs that know RFC 2231 alone, and for those that know RFC 2047 alone.
  const parts = mail.raw.toString('latin1')
  expect(parts).toMatch(/filename\*(?:0\*)?=utf-8''/i)
  expect(parts).toMatch(/name="?=\?UTF-8\?/i)
})

test('an answer carries the thread on: In-Reply-To is the answered mail, References all before it, once each', async () => {
  const raw = [
    'From: Jim <jim@elsewhere.example>',
    'To: zhang.wei@yanshu.test',
    'Subject: thread',
    'Message-ID: <third@elsewhere.example>',
    'In-Reply-To: <second@elsewhere.example>',
    'References: <first@elsewhere.example>',
    ' <second@elsewhere.example>',
    '',
    'text',
  ].join('\r\n')
  const message = await server.preparer.prepare(await server.context.blobs.put(Buffer.from(raw)), Buffer.from(raw))
  await server.deliverer.deliver(message, { accountIds: [wei], role: 'inbox', receivedAt: server.context.now() })
  const { list } = await asWei.get('mail/email/mailbox/list', { role: 'inbox' })
  const sourceMailId = list[0]?.mailId ?? 0
  const to = [{ name: 'Jim', address: 'jim@elsewhere.example' }]
  await asWei.post('mail/email/send', sending({ kind: 'reply', sourceMailId, to, subject: 'Re: thread' }))
  await asWei.post('mail/email/send', sending({ kind: 'forward', sourceMailId, to, subject: 'Fwd: thread' }))
  await leave()
  const chain = '<first@elsewhere.example> <second@elsewhere.example> <third@elsewhere.example>'
  const read = await Promise.all(left.map(({ raw: bytes }) => PostalMime.parse(bytes)))
  const bySubject = new Map(read.map((one) => [one.subject, one]))
  expect(bySubject.get('Re: thread')).toMatchObject({ inReplyTo: '<third@elsewhere.example>', references: chain })
  expect(bySubject.get('Fwd: thread')?.references).toBe(chain)
  expect(bySubject.get('Fwd: thread')?.inReplyTo ?? '').toBe('')
  const [own] = await Promise.all(left.slice(0, 1).map(({ raw: bytes }) => parseMail(bytes)))
  expect(own?.references.join(' ')).toBe(chain)
})

test('SMTPUTF8 is asked for only where an address of the envelope needs it', async () => {
  const send = (address: string, subject: string) =>
    asWei.post('mail/email/send', sending({ to: [{ name: '娜娜', address }], subject }))
  await send('na@elsewhere.example', '普通地址')
  await send('na@例子.example', '中文域名')
  await send('娜娜@elsewhere.example', '中文地址')
  await leave()
  const bySubject = new Map<string, Left>()
  for (const one of left) bySubject.set((await PostalMime.parse(one.raw)).subject ?? '', one)
  expect(bySubject.get('普通地址')?.args).not.toContain('SMTPUTF8')
  // A domain has a form that every server reads; a local part has none.
  const withDomain = bySubject.get('中文域名')
  expect(withDomain?.args).not.toContain('SMTPUTF8')
  expect(withDomain && head(withDomain)).toContain('<na@xn--fsqu00a.example>')
  expect(bySubject.get('中文地址')?.args).toContain('SMTPUTF8')
})
