import { expect, test } from 'vitest'
import {
  type Bytes,
  type Certificate,
  type ContentCipher,
  encryptPart,
  fromText,
  generateKey,
  meaningOf,
  type NewKeyKind,
  type PrivateKey,
  readProtected,
  signPart,
  signPartInside,
} from '../src/index.ts'
import { DAY, fixtures } from './fixtures.ts'

// Mails of each kind of key, in each form, as programs and servers send them on, with what must be shown of each.

const PEOPLE = { rsa: 'AES-256-GCM', ec: 'AES-256-CBC', sm2: 'SM4-CBC' } as const satisfies Record<
  string,
  ContentCipher
>
type PersonName = keyof typeof PEOPLE

const PART = fromText(
  'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n6ZuB5Lmm\r\n',
)
const LATER = new Date('2200-01-01')

interface Making {
  readonly person: PersonName
  readonly cipher: ContentCipher
  readonly key: PrivateKey
  readonly at: Date
  /** Whom it is encrypted to. */
  readonly recipient: Certificate
  /** What happens to the encrypted part before it is signed or sent. */
  readonly damage: (part: Bytes) => Bytes
}

const makingOf = (person: PersonName, changes: Partial<Making> = {}): Making => ({
  ...{ person, cipher: PEOPLE[person], key: fixtures.key(person), at: DAY },
  ...{ recipient: fixtures.certificate(person), damage: (part: Bytes) => part },
  ...changes,
})

const signing = ({ person, key, at }: Making) => ({
  ...{ key, at, certificate: fixtures.certificate(person) },
  chain: person === 'sm2' ? [] : [fixtures.certificate('middle')],
})
const sealed = async (part: Bytes, { cipher, recipient, damage }: Making) =>
  damage(await encryptPart(part, { recipients: [recipient], cipher, rsa: 'OAEP' }))

/** From the outside in. */
const FORMS = {
  'signed beside': { layers: ['signed'], make: (by: Making) => signPart(PART, signing(by)) },
  'signed inside': { layers: ['signed'], make: (by: Making) => signPartInside(PART, signing(by)) },
  encrypted: { layers: ['encrypted'], make: (by: Making) => sealed(PART, by) },
  'encrypted and signed in it': {
    layers: ['encrypted', 'signed'],
    make: async (by: Making) => sealed(await signPart(PART, signing(by)), by),
  },
  'signed and encrypted in it': {
    layers: ['signed', 'encrypted'],
    make: async (by: Making) => signPart(await sealed(PART, by), signing(by)),
  },
} as const

const HEAD = 'Received: from a\r\n by b\r\nFrom: <x@yanshu.test>\r\nSubject: =?utf-8?B?6ZuB?=\r\nMIME-Version: 1.0\r\n'

/** The type of the outermost protected part, and of no part that a signature is over. */
const retyped = (mail: string, type: (kind: string) => string) =>
  mail.startsWith('Content-Type: multipart/signed')
    ? mail.replace(
        /(\r\nContent-Type: )application\/pkcs7-signature(?=; name)/,
        (_, field) => `${field}${type('signature')}`,
      )
    : mail.replace(
        /^(Content-Type: )application\/pkcs7-mime; smime-type=[\w-]+/,
        (_, field) => `${field}${type('mime')}`,
      )

const CARRIED: Readonly<Record<string, (mail: string) => string>> = {
  'as it was made': (mail) => mail,
  'below the fields of a mail': (mail) => HEAD + mail,
  'with LF alone': (mail) => mail.replaceAll('\r\n', '\n'),
  'with the types of old programs': (mail) => retyped(mail, (kind) => `application/x-pkcs7-${kind}`),
  'with the type of any file': (mail) => retyped(mail, () => 'application/octet-stream'),
  'with the text of a list below it': (mail) =>
    `Content-Type: multipart/mixed; boundary=L\r\n\r\n--L\r\n${mail}\r\n--L\r\nContent-Type: text/plain\r\n\r\nlist\r\n--L--\r\n`,
}

const read = (mail: Bytes, keys: readonly string[]) =>
  readProtected(mail, { keys: fixtures.held(...keys), certificates: [] })

const asText = (bytes: Bytes) => new TextDecoder('latin1').decode(bytes)
const names = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[]
const eachForm = (layer: 'signed' | 'encrypted' | null) =>
  names(PEOPLE).flatMap((person) =>
    names(FORMS)
      .filter((form) => layer === null || FORMS[form].layers.some((one) => one === layer))
      .map((form) => ({ person, form })),
  )

interface Circumstance {
  readonly from?: string
  readonly roots?: readonly string[]
  readonly now?: Date
  readonly receivedAt?: Date
  readonly at?: Date
  readonly isByAnother?: boolean
}

/** What is shown of a signature, by what is so when it is read. */
const MEANINGS: Readonly<Record<string, Circumstance>> = {
  good: {},
  'other-sender': { from: 'boss@yanshu.test' },
  'unknown-issuer': { roots: ['forge'] },
  'good-then': { now: LATER },
  'expired-then': { at: LATER, receivedAt: LATER, now: LATER },
  changed: { isByAnother: true },
}

const OTHERS: Readonly<Record<PersonName, NewKeyKind>> = { rsa: 'rsa-3072', ec: 'p-256', sm2: 'sm2' }

async function meaningIn(mail: Bytes, person: PersonName, circumstance: Circumstance) {
  const opened = await read(mail, [person])
  const layer = opened?.layers.find(({ kind }) => kind === 'signed')
  if (layer?.kind !== 'signed' || !layer.signatures[0]) throw new Error('no signature')
  const {
    from = `${person}@yanshu.test`,
    roots = ['root', 'national-root'],
    now = DAY,
    receivedAt = DAY,
  } = circumstance
  const options = { from, now, receivedAt, certificates: layer.certificates, roots: roots.map(fixtures.certificate) }
  return (await meaningOf(layer.signatures[0], options)).meaning
}

/** Why an encrypted mail does not open, by what is wrong with it. */
const FAILURES = ['not-a-recipient', 'not-decrypted', 'malformed'] as const

const cut = (part: Bytes): Bytes => {
  const body = asText(part).indexOf('\r\n\r\n') + 4
  return part.slice(0, body + Math.floor((part.length - body) / 8) * 4)
}

let counted = 0

test.each(eachForm(null))('given $form with $person keys, then it is opened however it was sent on', async (one) => {
  const { layers, make } = FORMS[one.form]
  const made = asText(await make(makingOf(one.person)))
  for (const [how, carry] of Object.entries(CARRIED)) {
    const opened = await read(fromText(carry(made)), [one.person])
    const found = opened?.layers.map(({ kind }) => kind)
    expect([how, found, opened?.failure ?? null]).toEqual([how, layers, null])
    expect([
      how,
      asText(opened?.content ?? PART)
        .replaceAll('\n', '\r\n')
        .replaceAll('\r\r', '\r'),
    ]).toEqual([how, asText(PART)])
    expect([how, opened?.beside.length]).toEqual([how, how.includes('list') ? 1 : 0])
    counted += 1
  }
})

test.each(eachForm('signed'))('given $form with $person keys, then its signature has its word', async (one) => {
  const another = (await generateKey(OTHERS[one.person])).privateKey
  for (const [meaning, circumstance] of Object.entries(MEANINGS)) {
    const { at = DAY, isByAnother = false } = circumstance
    const making = makingOf(one.person, { at, ...(isByAnother ? { key: another } : {}) })
    const mail = await FORMS[one.form].make(making)
    expect(await meaningIn(mail, one.person, circumstance)).toBe(meaning)
    counted += 1
  }
})

test.each(eachForm('encrypted'))('given $form with $person keys that does not open, then the reason', async (one) => {
  const { publicKey } = await generateKey(OTHERS[one.person])
  const certificate = fixtures.certificate(one.person)
  const ciphers = one.person === 'sm2' ? (['SM4-CBC'] as const) : (['AES-256-CBC', 'AES-256-GCM'] as const)
  for (const cipher of ciphers) {
    for (const failure of FAILURES) {
      const making = makingOf(one.person, {
        cipher,
        ...(failure === 'not-decrypted' ? { recipient: { ...certificate, publicKey } } : {}),
        ...(failure === 'malformed' ? { damage: cut } : {}),
      })
      const mail = await FORMS[one.form].make(making)
      const opened = await read(mail, [failure === 'not-a-recipient' ? 'web' : one.person])
      expect([opened?.failure?.code, opened?.content]).toEqual([failure, null])
      counted += 1
    }
  }
})

test('these are more than two hundred mails', () => {
  expect(counted).toBe(207)
})
