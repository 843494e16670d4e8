import type { PostBody } from '@yanshu/contracts'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_PARTS } from '../../mime/limits.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const MIB = 1_024 * 1_024
const ASK_EVERY_MS = 50
const SLOWEST_MS = 300

let server: TestServer
let attacker: TestClient
let other: TestClient
let serial = 0

beforeAll(async () => {
  server = await startTestServer({ engine: 'sqlite' })
  await Promise.all(['zhang.wei', 'li.na'].map((local) => server.addUser(local)))
  attacker = await server.login('zhang.wei')
  other = await server.login('li.na')
  // The threads are started, and the code of every call has run once, before anything is measured.
  await attacker.raw('POST', 'mail/email/send', { body: sending('<p>x</p>'.repeat(20_000)) })
})
afterAll(() => server.stop())

const sending = (html: string): PostBody<'mail/email/send'> => ({
  kind: 'new',
  sourceMailId: null,
  mailId: null,
  requestId: `request-${++serial}`,
  to: [{ name: '', address: 'zhang.wei@yanshu.test' }],
  cc: [],
  bcc: [],
  subject: 'x',
  html,
  fileIds: [],
})
const drafting = (html: string): PostBody<'mail/email/drafts'> => ({
  ...sending(html),
  to: [],
  revision: null,
  clientId: null,
})
const raw = (head: string, body: string) =>
  `From: x@elsewhere.example\r\nSubject: ${++serial}\r\nMIME-Version: 1.0\r\n${head}\r\n${body}`
const html = (body: string) => raw('Content-Type: text/html\r\n', body)
const deliver = (message: string) =>
  createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true }).sendMail({
    envelope: { from: 'x@elsewhere.example', to: 'zhang.wei@yanshu.test' },
    raw: message,
  })
const newest = async () => {
  const { list } = await attacker.get('mail/email/mailbox/list', { pageSize: 1 })
  return list[0]?.mailId ?? 0
}

/** Milliseconds of processor time that this thread, which is the server's, has used. */
function workedFor(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * The longest that another caller waited for an answer while an attack ran, in milliseconds: how long the server's
 * thread worked from the moment the question was due. On a machine that gives the processor to other programs every call
 * waits, which shows nothing of the server.
 */
async function slowestDuring(attack: () => Promise<unknown>): Promise<number> {
  let running = true
  let slowest = 0
  const asking = (async () => {
    while (running) {
      const due = workedFor()
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
      await other.get('mail/email/unread/count')
      slowest = Math.max(slowest, workedFor() - due)
    }
  })()
  try {
    await attack()
  } finally {
    running = false
    await asking
  }
  return slowest
}

async function expectOthersServed(attack: () => Promise<unknown>): Promise<void> {
  expect(await slowestDuring(attack)).toBeLessThan(SLOWEST_MS)
}

/** Texts that make parsers slow when repeated; a mebibyte of each. */
const NASTY = [
  ['bold', '<b>'],
  ['formatting in blocks', '<i><p>'],
  ['tables', '<table><td>'],
  ['brackets', '<'],
  ['end tags', '</p>'],
  ['references', '&amp;&'],
  ['links', '<a href="http://x.example/?a=b&c">'],
  ['comments', '<!-- '],
  ['raw text', '<xmp>'],
] as const

test.each(NASTY)('a mebibyte of %s in a mail delays nobody else', async (_what, unit) => {
  const body = sending(unit.repeat(Math.floor(MIB / unit.length)))
  await expectOthersServed(async () => {
    const answer = await attacker.raw('POST', 'mail/email/send', {
      body: { ...body, requestId: `request-${++serial}` },
    })
    expect([200, 413_001]).toContain(answer.envelope.code)
  })
})

test('a mail of 256 KiB that is read, answered, forwarded and quoted delays nobody else', async () => {
  await deliver(html('<b>'.repeat(85_000)))
  const mailId = await newest()
  await expectOthersServed(async () => {
    await attacker.post('mail/email/detail', { mailId })
    await attacker.post('mail/email/reply', { mailId })
    await attacker.post('mail/email/forward', { mailId })
    const quick = { mailId, all: false, text: '好', requestId: `request-${++serial}` }
    await attacker.raw('POST', 'mail/email/quickSend', { body: quick })
  })
})

test('a body of two mebibytes that was stored before bodies were bounded delays nobody else, and is answered bounded', async () => {
  await deliver(html('old'))
  const mailId = await newest()
  await server.context.store.db
    .updateTable('message_body')
    .set({ html: '<div>'.repeat(400_000), bounded: 0 })
    .where('html', 'like', 'old%')
    .execute()
  await expectOthersServed(async () => {
    const detail = await attacker.post('mail/email/detail', { mailId })
    expect(detail.html?.match(/<div>/g)?.length).toBeLessThan(300)
  })
})

test('a draft of five mebibytes delays nobody else', async () => {
  const body = drafting('<p>&lt;'.repeat(700_000))
  await expectOthersServed(() => attacker.post('mail/email/drafts', body))
})

test('a call of eight mebibytes of small values delays nobody else', async () => {
  const text = JSON.stringify({ ...sending(''), to: [] }).replace('"to":[]', `"to":[${'{},'.repeat(2_700_000)}{}]`)
  await expectOthersServed(async () => {
    expect((await attacker.raw('POST', 'mail/email/send', { text })).status).toBe(400)
  })
})

const INCOMING: readonly (readonly [string, () => string])[] = [
  ['150,000 uuencoded files', () => raw('', 'begin 644 a\r\n#0V%T\r\n`\r\nend\r\n'.repeat(150_000))],
  ['100,000 recipients', () => raw(`To: ${'"a b" <abcdef@elsewhere.example>,\r\n '.repeat(15_000)}x\r\n`, 'x')],
  ['2,000 parts', () => raw('Content-Type: multipart/mixed; boundary=b\r\n', '--b\r\n\r\nx\r\n'.repeat(2_000))],
  ...NASTY.slice(0, 4).map(
    ([what, unit]) => [`a mebibyte of ${what}`, () => html(unit.repeat(MIB / unit.length))] as const,
  ),
  ...[' ', '\u0000', '(', '=', '>', '中', '\u200d'].map(
    (unit) =>
      [`a mebibyte of ${JSON.stringify(unit)}`, () => raw('', `${unit.repeat(60)}\r\n`.repeat(17_000))] as const,
  ),
]

test.each(INCOMING)('taking in and listing %s delays nobody else', async (_what, make) => {
  await expectOthersServed(async () => {
    await deliver(make())
    await attacker.get('mail/email/mailbox/list')
    await attacker.post('mail/email/detail', { mailId: await newest() })
  })
})

test('uuencoded files count towards the limit of attachments as parts do', async () => {
  await deliver(raw('', 'begin 644 a\r\n#0V%T\r\n`\r\nend\r\n'.repeat(150_000)))
  const detail = await attacker.post('mail/email/detail', { mailId: await newest() })
  expect(detail.attachments.length).toBeLessThanOrEqual(MAX_PARTS)
})
