import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { decodeWords } from './encodedWords.ts'
import { parseMail } from './parseMail.ts'
import { HEAD, NOW, rawMail } from './testMail.ts'

const word = (text: string, label: string, bytes: Uint8Array = iconv.encode(text, label)) =>
  `=?${label}?B?${Buffer.from(bytes).toString('base64')}?=`
const q = (bytes: Uint8Array) => [...bytes].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join('')
const read = (...header: (string | Uint8Array)[]) => parseMail(rawMail(HEAD, ...header, '\r\n\r\nhi'), { now: NOW })
const part = async (...header: (string | Uint8Array)[]) => (await read(...header)).attachments[0]?.filename

describe('encoded words', () => {
  test('a character cut in two between words of the same encoding', () => {
    const bytes = Buffer.from('雁书示例')
    const words = [bytes.subarray(0, 4), bytes.subarray(4, 7), bytes.subarray(7)].map((b) => word('', 'utf-8', b))
    expect(decodeWords(words.join('\r\n '))).toBe('雁书示例')
  })

  test('a character cut in two between B and Q', () => {
    const bytes = iconv.encode('项目周报', 'gbk')
    expect(decodeWords(`${word('', 'gb2312', bytes.subarray(0, 3))} =?GBK?q?${q(bytes.subarray(3))}?=`)).toBe(
      '项目周报',
    )
  })

  test('base64 cut inside a group', () => {
    const whole = Buffer.from('会议纪要与待办').toString('base64')
    expect(decodeWords(`=?utf-8?b?${whole.slice(0, 6)}?= =?UTF-8?B?${whole.slice(6)}?=`)).toBe('会议纪要与待办')
  })

  test('lower case, a language tag, underscores, blanks between words only', () => {
    expect(decodeWords('=?us-ascii*en?q?Keith_Moore?= and =?iso-8859-1?Q?Andr=E9?=')).toBe('Keith Moore and André')
    expect(decodeWords('=?utf-8?q?a?=  =?utf-8?q?b?= c =?utf-8?q?d?=')).toBe('ab c d')
  })

  test('a wrong gb2312 label, an unknown label, a broken word', () => {
    expect(decodeWords(word('镕喆𠮷', 'gb2312', iconv.encode('镕喆𠮷', 'gb18030')))).toBe('镕喆𠮷')
    expect(decodeWords(word('', 'gb2312', Buffer.from('其实是 UTF-8 的主题')))).toBe('其实是 UTF-8 的主题')
    expect(decodeWords(word('', 'x-unknown', iconv.encode('未知', 'gbk')))).toBe('未知')
    expect(decodeWords('=?utf-8?B?5rWL6K+V')).toBe('=?utf-8?B?5rWL6K+V')
  })

  test('HZ and ISO-2022-JP words', () => {
    expect(decodeWords('=?HZ-GB-2312?B?fnthQUIrTkV+fQ==?=').length).toBeGreaterThan(0)
    expect(decodeWords(`=?iso-2022-jp?B?${Buffer.from('\x1b$B2q5D\x1b(B').toString('base64')}?=`)).toBe('会議')
  })
})

describe('raw and damaged headers', () => {
  test('raw UTF-8 and raw GBK in subject and name', async () => {
    const utf8 = await read('Subject: ', Buffer.from('原始 UTF-8 主题'))
    expect(utf8.subject).toBe('原始 UTF-8 主题')
    const gbk = await parseMail(
      rawMail(
        'From: "',
        iconv.encode('李娜', 'gbk'),
        '" <li.na@yanshu.test>\nSubject: ',
        iconv.encode('季度预算', 'gbk'),
        '\n\nx',
      ),
    )
    expect(gbk.from).toEqual([{ name: '李娜', address: 'li.na@yanshu.test' }])
    expect(gbk.subject).toBe('季度预算')
  })

  test('folded subject keeps one line; controls are blanks', async () => {
    expect((await read('Subject: one\r\n two\r\n\tthree\x07!')).subject).toBe('one two\tthree !'.replace('\t', ' '))
  })

  test('an encoded line break can not add a line', async () => {
    expect((await read(`Subject: ${word('a\r\nBcc: x@y.z', 'utf-8')}`)).subject).toBe('a Bcc: x@y.z')
  })

  test('a line that is folded without a blank does not end the header', async () => {
    const mail = await read('Subject: first\r\nstray line\r\nX-Priority: 1')
    expect(mail.importance).toBe('high')
    expect(mail.defects).toContain('header-line')
  })

  test('a message without a header is a text', async () => {
    const mail = await parseMail(rawMail('just a line\r\nand another'), { now: NOW })
    expect(mail.text).toBe('just a line\nand another')
    expect(mail.defects).toEqual(['header-missing', 'date-missing'])
  })

  test('the separator of an mbox is no header', async () => {
    const mail = await parseMail(rawMail('From a@b.c Sat Nov 21 10:00:00 2026\n', HEAD, 'Subject: s\n\nx'), {
      now: NOW,
    })
    expect([mail.subject, mail.text, mail.defects]).toEqual(['s', 'x', []])
  })
})

describe('fields a mail client needs', () => {
  test('identifiers, lists, automation, receipts', async () => {
    const mail = await read(
      'Message-ID: <1@x>\r\nIn-Reply-To: "see" <0@x> (comment)\r\nReferences: <a@x>\r\n <b@x>\t<a@x>\r\n',
      'Auto-Submitted: auto-replied; owner-email="x"\r\nList-Id: News <news.yanshu.test>\r\nImportance: Low\r\n',
      'Disposition-Notification-To: Z <z@x.cn>\r\nReply-To: r@x.cn\r\nSender: s@x.cn\r\nBcc: hidden@x.cn',
    )
    expect(mail).toMatchObject({
      messageId: '<1@x>',
      inReplyTo: '<0@x>',
      references: ['<a@x>', '<b@x>'],
      autoSubmitted: 'auto-replied',
      listId: 'news.yanshu.test',
      importance: 'low',
      dispositionNotificationTo: [{ name: 'Z', address: 'z@x.cn' }],
      replyTo: [{ name: '', address: 'r@x.cn' }],
      sender: [{ name: '', address: 's@x.cn' }],
      bcc: [{ name: '', address: 'hidden@x.cn' }],
    })
  })

  const dated = (value: string) => parseMail(rawMail(`Date: ${value}\r\n\r\n`), { now: NOW })

  test.each([
    ['Sat, 21 Nov 2026 10:00:00 +0800', Date.UTC(2026, 10, 21, 2)],
    ['21 Nov 26 10:00 +0800 (CST)', Date.UTC(2026, 10, 21, 2)],
    ['Sat, 21 Nov 2026 02:00:00 GMT', Date.UTC(2026, 10, 21, 2)],
    ['Fri, 20 Nov 2026 21:00:00 EST', Date.UTC(2026, 10, 21, 2)],
    ['Sat Nov 21 2026', null],
    ['2026-11-21T10:00:00+08:00', Date.UTC(2026, 10, 21, 2)],
    ['2026-11-21 02:00:00', Date.UTC(2026, 10, 21, 2)],
    ['Thu, 01 Jan 1970 00:00:00 +0000', null],
    ['Sat, 21 Nov 2099 10:00:00 +0800', null],
    ['Sat, 31 Feb 2026 10:00:00 +0800', null],
    ['昨天下午', null],
  ])('date %s', async (value, expected) => {
    const mail = await dated(value)
    expect(mail.date).toBe(expected)
    expect(mail.defects.includes('date-invalid')).toBe(expected === null)
  })

  test('a missing date is null and named', async () => {
    const mail = await parseMail(rawMail('Subject: s\r\n\r\nx'), { now: NOW })
    expect([mail.date, mail.defects]).toEqual([null, ['date-missing']])
  })
})

describe('file names', () => {
  const attachment = (...rest: (string | Uint8Array)[]) =>
    part('Content-Type: application/pdf\r\nContent-Disposition: attachment; ', ...rest)

  test('RFC 2231: a charset, continuations, a character cut between sections', async () => {
    expect(await attachment("filename*=utf-8''%E6%8A%A5%E5%91%8A.pdf")).toBe('报告.pdf')
    expect(await attachment("filename*=gb2312''%B1%A8%B8%E6.pdf")).toBe('报告.pdf')
    expect(await attachment("filename*1*=%91%8A;\r\n filename*0*=UTF-8'zh'%E6%8A%A5%E5;\r\n filename*2=.pdf")).toBe(
      '报告.pdf',
    )
    expect(await attachment('filename*0="annual ";\r\n filename*1="report%20.pdf"')).toBe('annual report%20.pdf')
  })

  test('RFC 2047 in a parameter, whole, folded, and cut into continuations', async () => {
    expect(await attachment(`filename="${word('年度报告.pdf', 'gb2312')}"`)).toBe('年度报告.pdf')
    const bytes = Buffer.from('年度报告.pdf')
    const [one, two] = [word('', 'utf-8', bytes.subarray(0, 4)), word('', 'utf-8', bytes.subarray(4))]
    expect(await attachment(`filename="${one}\r\n ${two}"`)).toBe('年度报告.pdf')
    expect(await attachment(`filename*0="${one.slice(0, 12)}";\r\n filename*1="${one.slice(12)}${two}"`)).toBe(
      '年度报告.pdf',
    )
  })

  test('raw GBK, quotes with escapes, a name with a semicolon', async () => {
    expect(await attachment('filename="', iconv.encode('合同.pdf', 'gbk'), '"')).toBe('合同.pdf')
    expect(await attachment('filename="a\\"b; c.pdf"')).toBe('a_b; c.pdf')
    expect(await attachment('filename=two words.pdf')).toBe('two words.pdf')
  })

  test('filename wins over name unless only name can be read', async () => {
    expect(
      await part('Content-Type: application/pdf; name="b.pdf"\r\nContent-Disposition: attachment; filename="a.pdf"'),
    ).toBe('a.pdf')
    const name = word('说明.pdf', 'utf-8')
    expect(
      await part(
        `Content-Type: application/pdf; name="${name}"\r\nContent-Disposition: attachment; filename="????.pdf"`,
      ),
    ).toBe('说明.pdf')
    expect(await part(`Content-Type: application/pdf; name="${name}"`)).toBe('说明.pdf')
  })

  test('dangerous names are made harmless', async () => {
    expect(await attachment('filename="../../etc/passwd"')).toBe('passwd')
    expect(await attachment('filename="C:\\Users\\me\\a.pdf"')).toBe('a.pdf')
    expect(await attachment("filename*=utf-8''photo%E2%80%AEgpj.exe")).toBe('photogpj.exe')
    expect(await attachment('filename="a\x00b\x1fc.pdf"')).toBe('a b c.pdf')
    expect(await attachment('filename=".."')).toBe('attachment-1.pdf')
    expect(await attachment('filename="con.txt"')).toBe('_con.txt')
    const long = await attachment(`filename="${word(`${'很长的名字'.repeat(40)}.pdf`, 'utf-8')}"`)
    expect(Buffer.byteLength(long ?? '')).toBeLessThanOrEqual(255)
    expect(long).toMatch(/^很长的名字.*\.pdf$/)
  })
})
