import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { checkRisk } from './checkRisk.ts'
import { cleanText } from './cleanText.ts'
import { lookalikeOf, registeredDomain } from './domains.ts'
import {
  LABELLED_AROUND,
  LABELLED_HALVES,
  type LabelledMail,
  labelledMails,
  measureRisk,
  officeMails,
} from './labelledMails.ts'
import { readCodes } from './readCodes.ts'
import { readHtml } from './readHtml.ts'
import type { RiskMail } from './riskMail.ts'
import { formsOfName, namesColleague } from './senderNames.ts'

const marks = ({ mail, around }: LabelledMail) => ['medium', 'high'].includes(checkRisk(mail, around).grade)

describe('labelled mails', () => {
  test.each(LABELLED_HALVES)('of the part “%s” few are judged wrongly', (half) => {
    const { precision, recall, newsletters, wrong } = measureRisk(labelledMails(half), marks)
    expect(precision, wrong.join()).toBeGreaterThanOrEqual(0.95)
    expect(recall, wrong.join()).toBeGreaterThanOrEqual(0.85)
    expect(newsletters, wrong.join()).toBeLessThanOrEqual(0.02)
  })
})

describe('the mails of an office that were kept back', () => {
  test.each(['zh', 'en'] as const)('in %s few are judged wrongly', (language) => {
    const mails = officeMails('kept-back').filter((one) => one.language === language)
    const { precision, recall, newsletters, wrong } = measureRisk(mails, marks)
    console.info(
      `risk check, ${language}, ${mails.length} mails: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
    )
    expect(mails.length).toBeGreaterThan(80)
    expect(precision, wrong.join()).toBeGreaterThanOrEqual(0.95)
    expect(recall, wrong.join()).toBeGreaterThanOrEqual(0.9)
    expect(newsletters, wrong.join()).toBe(0)
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
  listId: '',
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
  ['a sender with accents on a known name', { from: { name: '', address: 'a@xn--ynshu-ueb.cn' } }, 'senderLookalike'],
  ['letters of two alphabets', { from: { name: '', address: 'a@xn--pple-43d.com' } }, 'punycode'],
  ['a lookalike of a domain that writes often', { from: { name: '', address: 'a@sf-expres.com' } }, 'senderLookalike'],
  ['a link that is a page of its own', { html: '<a href="data:text/html,x">看</a>' }, 'linkScheme'],
  ['a link with a script', { html: '<a href=" JavaScript:location=1">看</a>' }, 'linkScheme'],
  ['a name before the host', { html: '<a href="https://docs.qq.com@203.0.113.9/">看</a>' }, 'linkScheme'],
  ['a shortened address in the text', { text: '见 https://t.cn/A6xK9pQ2' }, 'linkShort'],
  [
    'a redirect',
    { html: '<a href="https://www.google.com/url?q=https%3A%2F%2Fyanshv.cn%2Fa">看</a>' },
    'linkLookalike',
  ],
  ['an address without a scheme', { html: '<a href="//yanshv.cn/a">看</a>' }, 'linkLookalike'],
  ['one picture that asks', { text: '', html: '<img src="cid:1" alt="请点击登录领取">' }, 'picture'],
  [
    'a drawing with a script',
    { attachments: [{ name: '合同.svg', contentType: '', content: '<svg><script>1</script></svg>' }] },
    'attachment',
  ],
  [
    'a document that asks for macros',
    { text: '请启用编辑后查看', attachments: [{ name: '表.xls', contentType: '' }] },
    'macro',
  ],
  [
    'a forged sender whom the reader knows, behind a List-Id',
    { listId: 'dev.evil.example', authentication: 'dmarc=fail', from: { name: '', address: 'boss@client.com' } },
    'authentication',
  ],
  ['words with characters that cannot be seen', { text: '请验\u200b证密\u00ad码' }, 'credentials'],
  ['words parted by spaces', { text: '可 代 开 发 票，先验后付' }, 'scam'],
  ['traditional characters', { text: '請輸入帳號與密碼' }, 'credentials'],
  ['full width letters', { text: 'Ｖｅｒｉｆｙ ｙｏｕｒ ａｃｃｏｕｎｔ' }, 'credentials'],
  ['Cyrillic letters in a word', { text: 'verify your p\u0430ssword' }, 'credentials'],
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

test.each([
  [
    'a list whose check of the sender fails',
    {
      listId: 'dev.lists.example',
      replyTo: ['dev@lists.example'],
      authentication: 'dmarc=fail',
      from: { name: '', address: 'li@writer.example' },
    },
  ],
  ['an internationalised domain', { from: { name: '', address: 'a@xn--fsqu00a.xn--fiqs8s' } }],
  ['a German domain', { html: '<a href="https://xn--bcher-kva.de/a">Bücher</a>' }],
  [
    'the own domain, which the border has found to be true',
    {
      claimsOwnDomain: true,
      authentication: 'dmarc=pass spf=pass',
      from: { name: 'OA', address: 'oa@yanshu.cn' },
      text: '请立即登录 OA 处理，逾期退回。',
    },
  ],
] as const)('given %s, then nothing speaks against it', (_what, mail) => {
  expect(rulesOf(mail).filter((rule) => rule !== 'firstContact')).toEqual([])
})

test('what a reason quotes are the words of the mail, and an internationalised host is shown decoded', () => {
  const { findings } = checkRisk(
    { ...MAIL, text: '请验\u200b证密\u200b码。', html: '<a href="https://xn--pple-43d.com">x</a>' },
    LABELLED_AROUND,
  )
  expect(findings.find(({ rule }) => rule === 'credentials')?.quotes).toEqual(['验\u200b证密\u200b码'])
  expect(findings.find(({ rule }) => rule === 'punycode')?.subject).toBe('\u0430pple.com')
})

test('a long mail made of the words that are looked for is checked in steps that grow with its length alone', () => {
  const steps = (times: number) => cleanText('代 开 填写 a b c d '.repeat(times)).text.length
  expect(steps(4_000)).toBeLessThanOrEqual(2 * steps(2_000))
  expect(rulesOf({ text: '填写 '.repeat(30_000) })).toEqual(['firstContact'])
})

const WANG = { name: '王建国', pinyin: 'wang jian guo', address: 'wangjianguo@yanshu.cn' }
test.each([
  '王建国',
  '王建国 总经理',
  'Wang Jianguo',
  'Jianguo Wang',
  'JIAN GUO WANG',
  'Mr. Wang Jianguo',
  'wangjianguo',
  '"wangjianguo@yanshu.cn"',
  'Wang Jian-Guo CEO',
  '王建国（财务）',
])('the name “%s” is the colleague', (name) => expect(namesColleague(formsOfName(name), WANG)).toBe(true))
test.each(['王建', '李建国', 'Wang', 'Jian Li', 'GitHub', '王总', ''])('the name “%s” is not', (name) => {
  expect(namesColleague(formsOfName(name), WANG)).toBe(false)
})
test('a surname with a title is read as one', () => {
  expect([
    formsOfName('王总').surname,
    formsOfName('张经理').surname,
    formsOfName('王').surname,
    formsOfName('王建国总').surname,
  ]).toEqual(['王', '张', null, null])
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

test('a sender is said to use the name of the brand that its domain has, and no word of everyday is one', () => {
  const brandsOf = (address: string) =>
    checkRisk({ ...MAIL, from: { name: '', address } }, LABELLED_AROUND)
      .findings.filter(({ rule }) => rule === 'brand')
      .map(({ subject }) => subject)
  expect(brandsOf('a@gmail-office.example')).toEqual(['gmail.com'])
  expect(brandsOf('a@office-supplies.cn')).toEqual([])
  expect(brandsOf('a@live-music.example')).toEqual([])
  expect(brandsOf('a@micros0ft-office.com')).toEqual(['microsoft.com'])
  expect(brandsOf('a@office365-login.top')).toEqual(['office365.com'])
  expect(brandsOf('a@office.com.evil.example')).toEqual(['office.com'])
  expect(brandsOf('a@mail.office.com')).toEqual([])
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
