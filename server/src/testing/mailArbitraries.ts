import type { MailAddress } from '@yanshu/contracts'
import { composeMail, type MailDraft, type MailFile, UTF8, type WireForm } from '@yanshu/demo'
import fc from 'fast-check'

/** How often a property is tried; `YANSHU_FUZZ_RUNS` asks for more than the short run of every test. */
export const FUZZ_RUNS = Number(process.env.YANSHU_FUZZ_RUNS ?? 150)

/** Where the short run begins, so that it is the same each time: what fails in it, fails by a change. */
const SEED = 20_261_123

/**
 * Parameters of a property. `YANSHU_FUZZ_SEED` begins elsewhere, to look for cases that no test names; fast-check prints
 * seed and path of a failure itself.
 */
export function fuzzing(what: string, runs = FUZZ_RUNS): fc.Parameters<unknown> {
  const seed = Number(process.env.YANSHU_FUZZ_SEED ?? SEED)
  console.info(`${what}: ${runs} runs, seed ${seed} (YANSHU_FUZZ_SEED, YANSHU_FUZZ_RUNS)`)
  return { seed, numRuns: runs }
}

/** Objects as programs make them. */
const PLAIN = { noNullPrototype: true } as const

const CHINESE = '雁 书 会议 纪要 项目周报 张伟 李娜 王芳 研发部 请查收 附件 合同 发票 中文测试 镕'.split(' ')
const LATIN = 'a Z 7 Re Fwd report Q3 of the x9 minutes invoice'.split(' ')
const MARKS = [' ', '.', ', ', ' - ', '_', '()', '[x]', '!', '?', ': ', ';', '&', '%', '+', '=', '/', '#']

/** Words without a line break, that begin and end with a letter; `max` pieces in between. */
function words(letters: readonly string[], max: number): fc.Arbitrary<string> {
  const letter = fc.constantFrom(...letters)
  const inner = fc.array(fc.constantFrom(...letters, ...MARKS), { maxLength: max })
  return fc
    .tuple(letter, inner, letter)
    .map(([first, middle, last]) => `${first}${middle.join('').replace(/ {2,}/g, ' ')}${last}`)
}

const wordsIn = (encoding: string, max: number) => words(encoding === 'us-ascii' ? LATIN : [...CHINESE, ...LATIN], max)

const addressIn = (encoding: string): fc.Arbitrary<MailAddress> =>
  fc.record(
    {
      name: fc.oneof(fc.constant(''), wordsIn(encoding, 4)),
      address: fc
        .tuple(
          fc.constantFrom('li.na', 'a', 'zhang-wei', 'x+tag', 'r2d2'),
          fc.nat(99),
          fc.constantFrom('a.example', 'yanshu.test'),
        )
        .map(([local, number, domain]) => `${local}${number}@${domain}`),
    },
    PLAIN,
  )

/** The ways in which programs in China put mail on the wire, each with a label of what the bytes are. */
const FORMS: readonly WireForm[] = [
  UTF8,
  { ...UTF8, transfer: 'quoted-printable', names: 'rfc2047' },
  { ...UTF8, transfer: '8bit' },
  { ...UTF8, encoding: 'gb18030', label: 'gb18030' },
  { ...UTF8, encoding: 'gb18030', label: 'gb18030', transfer: 'quoted-printable' },
  { ...UTF8, encoding: 'gb18030', label: 'gb18030', transfer: '8bit', names: 'rfc2047' },
  { ...UTF8, encoding: 'us-ascii', label: 'us-ascii', transfer: 'quoted-printable' },
]

const file = (encoding: string): fc.Arbitrary<MailFile> =>
  fc.record(
    {
      name: wordsIn(encoding, 6).map((name) => `${name.replace(/[/:;?%#&@=+,()[\]!]/g, '').replace(/ +/g, ' ')}.bin`),
      contentType: fc.constantFrom('application/octet-stream', 'image/png', 'application/pdf'),
      content: fc.uint8Array({ maxLength: 300 }),
    },
    PLAIN,
  )

/** A mail that a well-behaved program wrote: its content, and its bytes. */
export const wellFormedMail: fc.Arbitrary<{ draft: MailDraft; raw: Uint8Array }> = fc
  .constantFrom(...FORMS)
  .chain((form) => {
    const lines = fc.array(wordsIn(form.encoding, 25), { minLength: 1, maxLength: 12 })
    return fc.record(
      {
        form: fc.constant(form),
        from: addressIn(form.encoding),
        to: fc.array(addressIn(form.encoding), { minLength: 1, maxLength: 6 }),
        cc: fc.array(addressIn(form.encoding), { maxLength: 4 }),
        subject: wordsIn(form.encoding, 20),
        date: fc
          .integer({ min: Date.UTC(2000, 0, 1) / 1_000, max: Date.UTC(2026, 10, 1) / 1_000 })
          .map((s) => s * 1_000),
        messageId: fc.nat().map((id) => `<${id}@a.example>`),
        text: lines.map((all) => `${all.join('\n')}\n`),
        html: fc.oneof(
          fc.constant(undefined),
          lines.map((all) => all.map((line) => `<p>${line.replace(/&/g, '&amp;')}</p>`).join('\n')),
        ),
        files: fc.array(file(form.encoding), { maxLength: 3 }),
      },
      PLAIN,
    )
  })
  .map(({ html, ...rest }) => {
    const draft: MailDraft = { ...rest, ...(html === undefined ? {} : { html }) }
    return { draft, raw: composeMail(draft) }
  })

const NASTY_LINES = [
  'Content-Type: multipart/mixed; boundary=b',
  'Content-Type: multipart/mixed; boundary="b',
  'Content-Type: multipart/alternative; boundary*0=b; boundary*1=',
  'Content-Type: message/rfc822',
  'Content-Type: text/html; charset=utf-7',
  'Content-Type: text/plain; charset=x-no-such; format=flowed; delsp=yes',
  'Content-Type: text/calendar; method=REQUEST',
  "Content-Type: application/ms-tnef; name*=utf-8''%E9%9B%81%",
  'Content-Transfer-Encoding: base64',
  'Content-Transfer-Encoding: quoted-printable',
  'Content-Transfer-Encoding: x-uuencode',
  'Content-Disposition: attachment; filename="=?gb2312?B?0NU=?="',
  'Subject: =?utf-8?Q?=E9=9B?= =?utf-8?Q?=81?= =?x?B?//?=',
  'From: "a" <b@c>, group: x@y, "z\\" <;>(((',
  'To: <<<>>>,,,;;;:::@@@',
  'Date: 99 Foo 9999 99:99:99 +9999',
  'References: <a> <b <c> > <d@e>',
  '--b',
  '--b--',
  '--b\t',
  '',
  '=',
  '=E9=9B=8',
  '6ZuB5Lmm=====',
  'begin 644 a.txt',
  '#0V%T',
  '`',
  'end',
  ' folded',
  '\tfolded',
] as const

/** What no program should send: bytes at random, pieces of MIME in any order, and sound mails that were bitten. */
export const hostileMail: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 2_000 }),
  fc
    .array(
      fc.tuple(
        fc.oneof(fc.constantFrom(...NASTY_LINES), fc.string({ unit: 'binary', maxLength: 60 })),
        fc.constantFrom('\r\n', '\n', '\r'),
      ),
      {
        maxLength: 120,
      },
    )
    .map((lines) => Buffer.from(lines.flat().join(''), 'latin1')),
  fc
    .tuple(wellFormedMail, fc.array(fc.tuple(fc.nat(), fc.nat(40), fc.uint8Array({ maxLength: 20 })), { maxLength: 8 }))
    .map(([{ raw }, bites]) =>
      bites.reduce<Uint8Array>((mail, [at, length, instead]) => {
        const start = mail.length === 0 ? 0 : at % mail.length
        return Buffer.concat([mail.subarray(0, start), instead, mail.subarray(start + length)])
      }, raw),
    ),
)
