import { createRandom, demoMails } from '@yanshu/demo'
import { describe, expect, test } from 'vitest'
import { MAX_DEPTH, MAX_PARTS } from './limits.ts'
import { attachmentText, parseMail } from './parseMail.ts'
import { HEAD, NOW, rawMail } from './testMail.ts'

const parse = (...pieces: (string | Uint8Array)[]) =>
  parseMail(rawMail(HEAD, 'Subject: s\r\n', ...pieces), { now: NOW })
const lines = (...text: string[]) => text.join('\r\n')
const multipart = (subtype: string, boundary: string, ...parts: string[]) =>
  lines(
    `Content-Type: multipart/${subtype}; boundary="${boundary}"`,
    '',
    ...parts.map((part) => `--${boundary}\r\n${part}`),
    `--${boundary}--`,
    '',
  )
const TEXT = lines('Content-Type: text/plain; charset=utf-8', '', 'plain')
const HTML = lines('Content-Type: text/html; charset=utf-8', '', '<p>rich <img src="cid:logo@x"></p>')
const LOGO = lines(
  'Content-Type: image/png; name=logo.png',
  'Content-ID: <logo@x>',
  'Content-Transfer-Encoding: base64',
  '',
  'iVBORw0KGgo=',
)
const PDF = lines(
  'Content-Type: application/pdf; name=a.pdf',
  'Content-Disposition: attachment',
  'Content-Transfer-Encoding: base64',
  '',
  'JVBERi0xLjQK',
)

describe('the shape of a mail', () => {
  test('mixed of related of alternative: body, inline image, attachment', async () => {
    const mail = await parse(
      multipart('mixed', 'm', multipart('related', 'r', multipart('alternative', 'a', TEXT, HTML), LOGO), PDF),
    )
    expect(mail).toMatchObject({
      text: 'plain',
      html: '<p>rich <img src="cid:logo@x"></p>',
      hasAttachment: true,
      defects: [],
    })
    expect(mail.attachments.map((one) => [one.filename, one.disposition, one.contentId, one.size])).toEqual([
      ['logo.png', 'inline', 'logo@x', 8],
      ['a.pdf', 'attachment', null, 9],
    ])
  })

  test('an image that the HTML shows is no attachment; one it does not show is', async () => {
    expect((await parse(multipart('related', 'r', HTML, LOGO))).hasAttachment).toBe(false)
    const lonely = await parse(multipart('related', 'r', lines('Content-Type: text/html', '', '<p>no image</p>'), LOGO))
    expect([lonely.hasAttachment, lonely.attachments[0]?.disposition]).toEqual([true, 'attachment'])
  })

  test('an invitation stays an alternative of the body and is a calendar', async () => {
    const ics = lines(
      'Content-Type: text/calendar; charset=utf-8; method=REQUEST',
      '',
      'BEGIN:VCALENDAR',
      'METHOD:REQUEST',
      'END:VCALENDAR',
    )
    const mail = await parse(multipart('alternative', 'a', TEXT, HTML, ics))
    expect(mail.text).toBe('plain')
    expect(mail.attachments).toHaveLength(1)
    expect(mail.attachments[0]).toMatchObject({
      kind: 'calendar',
      isCalendar: true,
      calendarMethod: 'REQUEST',
      filename: 'attachment-1.ics',
    })
    expect(mail.hasAttachment).toBe(true)
  })

  test('an attached mail is one attachment, and nothing of it is in the body', async () => {
    const inner = lines(
      'Content-Type: message/rfc822',
      '',
      'From: x@y.z',
      'Subject: =?utf-8?B?5YaF5bGC?=',
      '',
      'inner text',
    )
    const mail = await parse(multipart('mixed', 'm', TEXT, inner))
    expect([mail.text, mail.attachments.length]).toEqual(['plain', 1])
    expect(mail.attachments[0]).toMatchObject({ filename: '内层.eml', isMessage: true, kind: 'message' })
    const nested = await parseMail(mail.attachments[0]?.content ?? new Uint8Array(), { now: NOW })
    expect([nested.subject, nested.text]).toEqual(['内层', 'inner text'])
  })

  test('a digest holds mails without saying so', async () => {
    const mail = await parse(
      multipart('digest', 'd', lines('', 'Subject: one', '', '1'), lines('', 'Subject: two', '', '2')),
    )
    expect(mail.attachments.map((one) => one.filename)).toEqual(['one.eml', 'two.eml'])
  })

  test('a bounce: its words are the body, the report is not something to list', async () => {
    const report = lines(
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx',
      '',
      'Final-Recipient: rfc822; a@b',
    )
    const original = lines('Content-Type: text/rfc822-headers', '', 'Subject: s')
    const mail = await parse(multipart('report', 'b', TEXT, report, original))
    expect(mail.text).toBe('plain')
    expect(mail.attachments.map((one) => one.technical)).toEqual([true, true])
    expect(mail.hasAttachment).toBe(false)
  })

  test('text, attachment, text: both texts are the body, in order', async () => {
    const mail = await parse(multipart('mixed', 'm', TEXT, PDF, lines('Content-Type: text/plain', '', 'footer')))
    expect(mail.text).toBe('plain\nfooter')
    const rich = await parse(multipart('mixed', 'm', HTML, lines('Content-Type: text/plain', '', 'a < b')))
    expect(rich.html).toContain('a &#60; b')
  })

  test('a text file that is attached is not the body', async () => {
    const csv = lines(
      'Content-Type: text/plain; charset=gb2312; name="a.txt"',
      'Content-Disposition: attachment',
      '',
      '\xb1\xa8',
    )
    const mail = await parse(multipart('mixed', 'm', TEXT, csv))
    expect(mail.text).toBe('plain')
    expect(mail.attachments.map(attachmentText)).toEqual(['报'])
  })

  test('winmail.dat stays what it is', async () => {
    const tnef = lines(
      'Content-Type: application/ms-tnef; name="winmail.dat"',
      'Content-Transfer-Encoding: base64',
      '',
      'eJ8+IgAA',
    )
    expect((await parse(multipart('mixed', 'm', TEXT, tnef))).attachments[0]?.filename).toBe('winmail.dat')
  })

  test('flowed text is joined, its quotes and signature are not', async () => {
    const body = 'This is one \r\nparagraph.\r\n> quoted \r\n> too\r\n-- \r\nme'
    expect((await parse('Content-Type: text/plain; format=flowed\r\n\r\n', body)).text).toBe(
      'This is one paragraph.\n> quoted too\n-- \nme',
    )
    expect(
      (await parse('Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n', '\xd6\xd0 \r\n\xce\xc4')).text,
    ).toBe('中文')
  })

  test('a uuencoded file in the text becomes an attachment', async () => {
    const mail = await parse('\r\nsee\r\nbegin 644 a.txt\r\n+:&5L;&\\@=V]R;&0\r\n`\r\nend\r\nbye')
    expect(mail.text).toBe('see\nbye')
    expect(mail.attachments.map((one) => [one.filename, attachmentText(one)])).toEqual([['a.txt', 'hello world']])
    expect((await parse('\r\nbegin 644 a.txt\r\nnever ends')).text).toContain('begin 644')
  })
})

describe('damaged mails', () => {
  test('a boundary that never occurs is guessed from the parts', async () => {
    const mail = await parse(
      'Content-Type: multipart/mixed; boundary="x"\r\n\r\n--y\r\nContent-Type: text/plain\r\n\r\nhi\r\n--y--\r\n',
    )
    expect([mail.text, mail.defects]).toEqual(['hi', ['boundary-guessed']])
  })

  test('no boundary at all reads as text', async () => {
    const mail = await parse('Content-Type: multipart/mixed\r\n\r\njust words')
    expect([mail.text, mail.defects]).toEqual(['just words', ['boundary-missing']])
  })

  test('a mail that ends in the middle of a part', async () => {
    const mail = await parse(
      'Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\nContent-Type: text/plain\r\n\r\nhi\r\n--m\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0xLj',
    )
    expect(mail.text).toBe('hi')
    expect(mail.attachments[0]?.size).toBe(7)
    expect(mail.defects).toEqual(['boundary-unclosed', 'base64-truncated'])
  })

  test('a part whose header is not ended by a blank line', async () => {
    const mail = await parse(
      'Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\nContent-Type: text/plain\r\n--m\r\n\r\nhi\r\n--m--\r\n',
    )
    expect(mail.text).toContain('hi')
    expect(mail.defects).toEqual(['header-unterminated'])
  })

  test('base64 padded line by line, with blanks and rubbish', async () => {
    const mail = await parse('Content-Transfer-Encoding: base64\r\n\r\naGVsbG8=\r\nIHdvcmxk\r\n!! IQ==')
    expect([mail.text, mail.defects]).toEqual(['hello world!', ['base64-foreign']])
  })

  test('quoted-printable with soft breaks, bad escapes and padded lines', async () => {
    const mail = await parse('Content-Transfer-Encoding: quoted-printable\r\n\r\na=\r\nb =3D =zz=20 \t\r\nend=')
    expect(mail.text).toBe('ab = =zz \nend')
  })

  test('line ends of one kind only, NULs', async () => {
    const unix = await parseMail(rawMail('Subject: u\nDate: Sat, 21 Nov 2026 10:00:00 +0800\n\na\n\nb'), { now: NOW })
    expect([unix.subject, unix.text, unix.defects]).toEqual(['u', 'a\n\nb', []])
    const mac = await parseMail(rawMail('Subject: m\rDate: Sat, 21 Nov 2026 10:00:00 +0800\r\ra\rb'), { now: NOW })
    expect([mac.subject, mac.text, mac.defects]).toEqual(['m', 'a\nb', ['bare-cr']])
    const nul = await parse('X-A: b\0c\r\n\r\na\0b\rc')
    expect(nul.text).toBe('ab\nc')
  })

  test('nothing, or bytes that are no mail', async () => {
    expect((await parseMail(new Uint8Array(), { now: NOW })).defects).toContain('unreadable')
    const noise = Uint8Array.from({ length: 50_000 }, (_, i) => (i * 7919 + (i >> 3)) & 255)
    expect((await parseMail(noise, { now: NOW })).defects).toContain('header-missing')
  })

  test('every prefix of a mail can be read', async () => {
    const whole = rawMail(
      HEAD,
      'Subject: =?utf-8?B?5rWL6K+V?=\r\n',
      multipart('mixed', 'm', multipart('alternative', 'a', TEXT, HTML), PDF),
    )
    for (let length = 0; length <= whole.length; length += 3) await parseMail(whole.subarray(0, length), { now: NOW })
    expect((await parseMail(whole, { now: NOW })).defects).toEqual([])
  })
})

test('two thousand mails damaged at random are read without an error, their strings clean', async () => {
  const random = createRandom(11)
  const whole = [...demoMails({ now: new Date(NOW), perMainAccount: 1 })].map((mail) => mail.raw)
  const debris = [
    '\r\n',
    '\n',
    '\r',
    '\0',
    '--',
    '=?',
    '"',
    '<',
    ';',
    '(',
    '\r\n\r\n',
    'Content-Type: multipart/mixed; boundary=x\r\n',
    '\x1b$B',
    '~{',
    '\xff\xfe',
  ]
  for (let round = 0; round < 2_000; round++) {
    let mail = Buffer.from(whole[random.int(whole.length)] ?? [])
    for (let change = random.between(1, 20); change > 0; change--) {
      const at = random.int(mail.length + 1)
      const to = Math.min(mail.length, at + random.int(300))
      const inserted = Buffer.from(
        random.chance(0.5) ? (debris[random.int(debris.length)] ?? '').repeat(random.between(1, 9)) : '',
        'latin1',
      )
      mail = Buffer.concat([
        mail.subarray(0, random.chance(0.3) ? to : at),
        inserted,
        mail.subarray(random.chance(0.3) ? to : at),
      ])
    }
    const { attachments, ...rest } = await parseMail(mail, { now: NOW })
    const strings = JSON.stringify([rest, attachments.map((one) => [one.filename, one.contentType, one.contentId])])
    expect(strings).not.toMatch(/\\u0000|\\ud[89a-f]/)
    for (const { filename } of attachments) expect(filename).not.toMatch(/[/\\\p{Cc}\u202e]/u)
  }
})

describe('hostile mails take time in proportion to their size', () => {
  const hostile: [string, string | Uint8Array, string | null][] = [
    ['5 MB of one header', `Subject: ${'x'.repeat(5_000_000)}\r\n\r\nhi`, 'header-too-large'],
    ['5 MB of folds', `Subject: x\r\n${' y\r\n'.repeat(1_250_000)}\r\nhi`, 'header-too-large'],
    ['200,000 header lines', `${'X-A: b\r\n'.repeat(200_000)}\r\nhi`, 'header-too-large'],
    ['5 MB of recipients', `To: ${'a@b.cn,'.repeat(700_000)}\r\n\r\nhi`, 'header-too-large'],
    ['colons and brackets in an address', `To: a@${':<'.repeat(250_000)}\r\n\r\nhi`, null],
    ['nested comments', `To: ${'('.repeat(400_000)}\r\n\r\nhi`, null],
    ['encoded words without end', `Subject: ${'=?a?b?'.repeat(80_000)}\r\n\r\nhi`, null],
    ['60,000 encoded words', `Subject: ${'=?gbk?b?1tA=?= =?utf-8?q?=E4?= '.repeat(15_000)}\r\n\r\nhi`, null],
    ['quoted names without end', `To: ${'"a" <'.repeat(80_000)}\r\n\r\nhi`, null],
    ['blanks in a content type', `Content-Type: text/plain${' '.repeat(500_000)};charset=utf-8\r\n\r\nhi`, null],
    ['parameters', `Content-Type: text/plain;${'a*0*=x;'.repeat(70_000)}\r\n\r\nhi`, null],
    ['10,000 parts', multipart('mixed', 'm', ...Array.from({ length: 10_000 }, () => TEXT)), 'too-many-parts'],
    [
      'depth 500',
      `${Array.from({ length: 500 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`).join('')}\r\nhi`,
      'too-deep',
    ],
    [
      '2,000 boundaries that never occur',
      multipart(
        'mixed',
        'm',
        ...Array.from({ length: 1_900 }, (_, i) => `Content-Type: multipart/mixed; boundary=never${i}\r\n\r\nx`),
      ) + 'z'.repeat(5_000_000),
      'boundary-missing',
    ],
    [
      'lines of dashes',
      `Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\n\r\n${'--x\r\n'.repeat(1_000_000)}--m--`,
      null,
    ],
    ['one line of 20 MB', `\r\n${'a'.repeat(20_000_000)}`, null],
    ['150,000 uuencoded files', `\r\n${'begin 644 a\r\n#0V%T\r\n`\r\nend\r\n'.repeat(150_000)}`, 'too-many-parts'],
    [
      'one uuencoded file of 20 MB',
      `\r\nbegin 644 a\r\n${`M${'0V%T'.repeat(15)}\r\n`.repeat(310_000)}\`\r\nend\r\n`,
      null,
    ],
    ['begin lines of uuencode', `\r\n${'begin 644 a\r\n'.repeat(200_000)}end\r\n`, null],
    [
      'equals signs in quoted-printable',
      `Content-Transfer-Encoding: quoted-printable\r\n\r\n${'= \t'.repeat(1_000_000)}`,
      null,
    ],
    ['cid links', `Content-Type: text/html\r\n\r\n${'cid:'.repeat(500_000)}`, null],
    ['flowed lines', `Content-Type: text/plain; format=flowed\r\n\r\n${'a \r\n'.repeat(500_000)}`, null],
  ]

  test.each(hostile)('%s', async (_, source, defect) => {
    const raw = rawMail(source)
    const before = process.cpuUsage()
    const mail = await parseMail(raw, { now: NOW })
    const { user, system } = process.cpuUsage(before)
    // Each takes well under a second of work; what is quadratic would take minutes.
    expect((user + system) / 1_000).toBeLessThan(5_000)
    if (defect) expect(mail.defects).toContain(defect)
  })

  test('uuencoded files count as parts; those beyond the limit stay text', async () => {
    const file = (name: number) => `begin 644 f${name}\r\n#0V%T\r\n\`\r\nend\r\n`
    const many = Array.from({ length: MAX_PARTS + 500 }, (_, index) => file(index)).join('')
    const mail = await parse(multipart('mixed', 'm', `\r\n${many}`, PDF, `\r\n${many}`))
    expect(mail.attachments.length).toBeLessThanOrEqual(MAX_PARTS)
    expect(mail.attachments.at(-1)?.content.toString()).toBe('Cat')
    expect(mail.text?.match(/^begin 644 /gm)).toHaveLength(2 * (MAX_PARTS + 500) - mail.attachments.length + 1)
    expect(mail.defects).toContain('too-many-parts')
  })

  test('the limits cut, they do not lose what came before', async () => {
    const many = await parse(multipart('mixed', 'm', TEXT, ...Array.from({ length: MAX_PARTS }, () => PDF)))
    expect(many.text).toBe('plain')
    expect(many.attachments).toHaveLength(MAX_PARTS - 2)
    const deep = Array.from(
      { length: MAX_DEPTH + 5 },
      (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n${TEXT}\r\n--b${i}\r\n`,
    )
    expect((await parse(deep.join(''))).text?.split('\n')).toHaveLength(MAX_DEPTH)
  })
})
