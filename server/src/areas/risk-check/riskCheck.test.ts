import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { checkRisk } from './checkRisk.ts'
import { lookalikeOf, registeredDomain } from './domains.ts'
import { LABELLED_AROUND, LABELLED_HALVES, type LabelledMail, labelledMails, measureRisk } from './labelledMails.ts'
import { readCodes } from './readCodes.ts'
import { readHtml } from './readHtml.ts'
import type { RiskMail } from './riskMail.ts'

const marks = ({ mail, around }: LabelledMail) => ['medium', 'high'].includes(checkRisk(mail, around).grade)

describe('labelled mails', () => {
  test.each(LABELLED_HALVES)('of the part “%s” few are judged wrongly', (half) => {
    const { precision, recall, newsletters, wrong } = measureRisk(labelledMails(half), marks)
    expect(precision, wrong.join()).toBeGreaterThanOrEqual(0.95)
    expect(recall, wrong.join()).toBeGreaterThanOrEqual(0.85)
    expect(newsletters, wrong.join()).toBeLessThanOrEqual(0.02)
  })
})

const MAIL: RiskMail = {
  subject: '通知',
  from: { name: '王芳', address: 'wang.fang@partner.cn' },
  replyTo: [],
  text: '资料已更新。',
  html: null,
  attachments: [],
  codes: [],
  authentication: '',
  claimsOwnDomain: false,
}
const rulesOf = (mail: Partial<RiskMail>, around = {}) =>
  checkRisk({ ...MAIL, ...mail }, { ...LABELLED_AROUND, ...around }).findings.map(({ rule }) => rule)

test.each([
  [
    'an own domain claimed from outside',
    { claimsOwnDomain: true, from: { name: '', address: 'a@yanshu.cn' } },
    'ownDomain',
  ],
  ['a failed sender check', { authentication: 'mx.yanshu.cn; dmarc=fail' }, 'authentication'],
  ['a code of a picture', { codes: ['https://evil.example/pay'] }, 'code'],
  ['white text', { html: '<p style="color:#fff">看不见的话</p>' }, 'hidden'],
  ['white on white', { html: '<p style="background:#fff;color:rgb(255, 254, 255)">看不见的话</p>' }, 'hidden'],
  ['a link that shows another address', { html: '<a href="https://evil.example">mail.yanshu.cn</a>' }, 'linkText'],
  ['a link to a bare number', { html: '<a href="http://10.2.3.4/a">看</a>' }, 'linkAddress'],
  ['a link to a lookalike', { html: '<a href="https://yanshv.cn">看</a>' }, 'linkLookalike'],
  ["a lookalike of a correspondent's domain", { from: { name: '', address: 'a@c1ient.com' } }, 'senderLookalike'],
  ['a sender in punycode', { from: { name: '', address: 'a@xn--ynshu-ueb.cn' } }, 'punycode'],
  ['an answer that goes elsewhere', { replyTo: ['someone@other.example'] }, 'replyTo'],
  ['somebody new', {}, 'firstContact'],
  ['a program', { attachments: [{ name: '工资表.exe', contentType: '' }] }, 'attachment'],
  ['a double extension', { attachments: [{ name: '发票.pdf.scr', contentType: '' }] }, 'attachment'],
  ['a page as a file', { attachments: [{ name: '登录.html', contentType: '' }] }, 'attachment'],
  ['macros', { attachments: [{ name: '预算.xlsm', contentType: '' }] }, 'macro'],
  ['urgency', { text: '请立即处理。' }, 'urgency'],
  ['money', { text: '请转账到新账户。' }, 'money'],
  ['a form', { html: '<form><input type="password"></form>' }, 'form'],
  [
    'a locked archive',
    { text: '解压密码：8823', attachments: [{ name: '资料.zip', contentType: '' }] },
    'lockedArchive',
  ],
] as const)('given %s, then it is a reason', (_what, mail, rule) => {
  expect(rulesOf(mail)).toContain(rule)
})

test('white words on a ground of their own are seen; so are those on the ground of what they stand in', () => {
  for (const html of [
    '<p style="background:#000;color:#fff">看得见</p>',
    '<table bgcolor="#2456D6"><tr><td style="background: transparent"><a style="color:white">看得见</a></td></tr></table>',
  ])
    expect(readHtml(html)).toMatchObject({ hidden: [], seen: '看得见' })
  expect(readHtml('<p>一<br>二</p><div>三 <b>四</b></div><style>p{}</style>').seen).toBe('一\n二\n\n三 四')
})

test("a colleague's name from outside is a reason, and a known sender's everyday words are none for a mark", () => {
  expect(rulesOf({}, { colleagueName: true })).toContain('colleague')
  const known = checkRisk({ ...MAIL, text: '请今天付款，谢谢。' }, { ...LABELLED_AROUND, knownSender: true })
  expect(['none', 'low']).toContain(known.grade)
})

test('domains are told apart from those that look like them', () => {
  const own = ['yanshu.cn']
  for (const host of ['yanshv.cn', 'yanshu-oa.com', 'yanshu.cn.evil.co', 'mail-yanshu.cc']) {
    expect(lookalikeOf(host, own), host).toBe('yanshu.cn')
  }
  for (const host of ['mail.yanshu.cn', 'partner.cn', 'example.com']) expect(lookalikeOf(host, own), host).toBeNull()
  expect(registeredDomain('a.b.com.cn')).toBe('b.com.cn')
})

test('HTML that is deep, broken or long is read in one pass', () => {
  const deep = `${'<div>'.repeat(5_000)}<a href="http://x.example">x</a>`
  expect(readHtml(deep).links).toHaveLength(1)
  expect(readHtml(`${'<b>'.repeat(100)}<a href="http://x.example">x</a`).forms).toBe(0)
  expect(readHtml('<a href="http://x.example/1">一<b>二</b></a>').links).toEqual([
    { text: '一二', href: 'http://x.example/1' },
  ])
})

describe('QR codes', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ engine: 'sqlite', still: true })
  })
  afterAll(() => server.stop())

  test('a code is read in a thread; what is no picture says nothing', async () => {
    const { context } = server
    const png = await readFile(path.join(import.meta.dirname, 'fixtures', 'code.png'))
    const picture = await context.blobs.put(png)
    const noise = await context.blobs.put(Buffer.from('no picture'))
    expect(await readCodes(context, [noise, picture])).toEqual(['https://pay.example/scan'])
  })
})
