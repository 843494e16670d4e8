import { expect, test } from 'vitest'
import { encrypt, fromText, readProtected, sign } from '../src/index.ts'
import { DAY, fixtures } from './fixtures.ts'

// Mails in the forms in which mail programs write them: their fields, their order and folding, their boundaries and words.

interface Program {
  /** Before the parts of a signed mail. */
  readonly head: readonly string[]
  readonly boundary: string
  /** What stands before the first part, for programs without MIME. */
  readonly preface: string
  readonly signature: readonly string[]
  readonly encrypted: readonly string[]
  /** Characters in a line of base64. */
  readonly width: number
  /** The part that is signed. */
  readonly part: string
}

const TEXT = ['Content-Type: text/plain; charset="utf-8"', 'Content-Transfer-Encoding: base64', '', '6ZuB5Lmm', '']
const alternative = (boundary: string) =>
  [
    `Content-Type: multipart/alternative;\r\n\tboundary="${boundary}"`,
    ...['', `--${boundary}`, ...TEXT, `--${boundary}`],
    ...[
      'Content-Type: text/html; charset="utf-8"',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<p>=E9=9B=81</p>',
    ],
    ...['', `--${boundary}--`, ''],
  ].join('\r\n')

const PROGRAMS: Readonly<Record<string, Program>> = {
  Outlook: {
    head: [
      'Content-Type: multipart/signed;\r\n\tprotocol="application/x-pkcs7-signature";\r\n\tmicalg=SHA1;\r\n\tboundary="B"',
      'X-Mailer: Microsoft Outlook 16.0',
      'Thread-Index: AdkX0Q==',
      'Content-Language: zh-cn',
    ],
    boundary: '----=_NextPart_000_0011_01D917D2.6B1C9F50',
    preface: 'This is a multipart message in MIME format.',
    signature: [
      'Content-Type: application/pkcs7-signature;\r\n\tname="smime.p7s"',
      'Content-Transfer-Encoding: base64',
      'Content-Disposition: attachment;\r\n\tfilename="smime.p7s"',
    ],
    encrypted: [
      'Content-Type: application/pkcs7-mime;\r\n\tsmime-type=enveloped-data;\r\n\tname="smime.p7m"',
      'Content-Transfer-Encoding: base64',
      'Content-Disposition: attachment;\r\n\tfilename="smime.p7m"',
      'X-MS-Has-Attach: yes',
    ],
    width: 76,
    part: alternative('----=_NextPart_001_0012_01D917D2.6B1C9F50'),
  },
  'Apple Mail': {
    head: [
      'Content-Type: multipart/signed;\r\n\tboundary="B";\r\n\tprotocol="application/pkcs7-signature";\r\n\tmicalg=sha-256',
      'Mime-Version: 1.0 (Mac OS X Mail 16.0 \\(3731.700.6\\))',
      'X-Universally-Unique-Identifier: 9A6C',
    ],
    boundary: 'Apple-Mail=_5C0B2D6E-7E39-4A5B-9C55-6B8C1C9D2F10',
    preface: '',
    signature: [
      'Content-Disposition: attachment;\r\n\tfilename=smime.p7s',
      'Content-Type: application/pkcs7-signature;\r\n\tname=smime.p7s',
      'Content-Transfer-Encoding: base64',
    ],
    encrypted: [
      'Content-Type: application/pkcs7-mime;\r\n\tname=smime.p7m;\r\n\tsmime-type=enveloped-data',
      'Content-Disposition: attachment;\r\n\tfilename=smime.p7m',
      'Content-Transfer-Encoding: base64',
      'Mime-Version: 1.0 (1.0)',
    ],
    width: 76,
    part: [
      'Content-Transfer-Encoding: base64',
      'Content-Type: text/plain;\r\n\tcharset=utf-8',
      '',
      '6ZuB5Lmm',
      '',
    ].join('\r\n'),
  },
  Thunderbird: {
    head: [
      'MIME-Version: 1.0',
      'User-Agent: Mozilla Thunderbird',
      'Content-Type: multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256; boundary="B"',
    ],
    boundary: '------------ms050607080905060103040904',
    preface: 'This is a cryptographically signed message in MIME format.\r\n',
    signature: [
      'Content-Type: application/pkcs7-signature; name="smime.p7s"',
      'Content-Transfer-Encoding: base64',
      'Content-Disposition: attachment; filename="smime.p7s"',
      'Content-Description: S/MIME Cryptographic Signature',
    ],
    encrypted: [
      'MIME-Version: 1.0',
      'Content-Type: application/pkcs7-mime; name="smime.p7m"; smime-type=enveloped-data',
      'Content-Transfer-Encoding: base64',
      'Content-Disposition: attachment; filename="smime.p7m"',
      'Content-Description: S/MIME Encrypted Message',
    ],
    width: 72,
    part: alternative('------------0B1a2C3d4E5f'),
  },
}

const HEAD = ['Received: from a by b; Mon, 1 Jun 2027 08:00:00 +0800', 'From: rsa <rsa@yanshu.test>', 'Subject: x']

const base64 = (bytes: Uint8Array, width: number) =>
  (
    Buffer.from(bytes)
      .toString('base64')
      .match(new RegExp(`.{1,${width}}`, 'g')) ?? []
  ).join('\r\n')

async function signedBy({ head, boundary, preface, signature, width, part }: Program): Promise<string> {
  const [key, certificate, chain] = [fixtures.key('rsa'), fixtures.certificate('rsa'), [fixtures.certificate('middle')]]
  const made = await sign({ content: fromText(part), key, certificate, chain, at: DAY, detached: true })
  const fields = [...HEAD, ...head].map((field) => field.replace('boundary="B"', `boundary="${boundary}"`))
  const parts = [
    `--${boundary}`,
    part,
    `--${boundary}`,
    ...signature,
    '',
    base64(made, width),
    '',
    `--${boundary}--`,
    '',
  ]
  return [...fields, '', preface, ...parts].join('\r\n')
}

async function encryptedBy({ encrypted, width }: Program, inside: string): Promise<string> {
  const recipients = [fixtures.certificate('rsa'), fixtures.certificate('ec')]
  const made = await encrypt({ content: fromText(inside), recipients, cipher: 'AES-256-CBC', rsa: 'PKCS1-v1_5' })
  return [...HEAD, ...encrypted, '', base64(made, width), ''].join('\r\n')
}

const layersOf = async (mail: string) => {
  const read = await readProtected(fromText(mail), { keys: fixtures.held('ec'), certificates: [] })
  const kinds = read?.layers.map((layer) =>
    layer.kind === 'signed' ? layer.signatures.map(({ integrity }) => integrity).join() : layer.kind,
  )
  return { kinds, content: new TextDecoder().decode(read?.content ?? new Uint8Array(0)), beside: read?.beside.length }
}

test.each(Object.entries(PROGRAMS))(
  'given mail as %s writes it, then it is opened and its signature is right, also where servers changed the line ends',
  async (_, program) => {
    const { part } = program
    const signed = await signedBy(program)
    const encrypted = await encryptedBy(program, signed.slice(signed.indexOf('Content-Type: multipart/signed')))
    for (const [mail, kinds] of [
      [signed, ['intact']],
      [encrypted, ['encrypted', 'intact']],
      [await encryptedBy(program, part), ['encrypted']],
    ] as const) {
      expect(await layersOf(mail)).toEqual({ kinds, content: part, beside: 0 })
      expect((await layersOf(mail.replaceAll('\r\n', '\n'))).kinds).toEqual(kinds)
    }
    expect((await layersOf(signed.replace('6ZuB5Lmm', '6ZuB5LmN'))).kinds).toEqual(['changed'])
    // A list that adds its text to the mail, and one that adds a part to the signed multipart.
    const { boundary } = program
    const footer = 'Content-Type: text/plain\r\n\r\nlist'
    const appended = signed.replace(`--${boundary}--`, `--${boundary}\r\n${footer}\r\n--${boundary}--`)
    expect(await layersOf(appended)).toMatchObject({ kinds: ['intact'], beside: 1 })
  },
)
