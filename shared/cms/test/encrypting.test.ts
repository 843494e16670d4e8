import { expect, test } from 'vitest'
import { joinBytes } from '../src/bytes.ts'
import { readCapabilities } from '../src/cms/capabilities.ts'
import { type AlgorithmId, readAlgorithm, writeAlgorithm } from '../src/crypto/algorithmId.ts'
import { openTransported, transportKey } from '../src/crypto/keyTransport.ts'
import { writeOaep } from '../src/crypto/oaep.ts'
import { OID } from '../src/der/oids.ts'
import { fieldsOf, octetsOf, readDer } from '../src/der/readDer.ts'
import { integer, octetString, oid, sequence, tagged } from '../src/der/writeDer.ts'
import {
  type Bytes,
  type Certificate,
  type ContentCipher,
  cipherForAll,
  decrypt,
  type EnvelopedData,
  encrypt,
  generateKey,
  issueCertificate,
  OWN_CAPABILITIES,
  type RsaTransport,
  readCms,
  readRequest,
  sign,
  verify,
  writeRequest,
} from '../src/index.ts'
import { ENCRYPTED, MAIL } from './cases.ts'
import { fixtures, withBitTurned } from './fixtures.ts'

const { held } = fixtures
const certificates = (...people: readonly string[]) => people.map(fixtures.certificate)

function envelopedIn(bytes: Bytes): EnvelopedData {
  const data = readCms(bytes)
  if (data.type !== 'enveloped') throw new Error('not encrypted')
  return data
}

test.each(ENCRYPTED)('given what openssl encrypted ($file), then it opens', async ({ file, person }) => {
  const { content, key } = await decrypt(envelopedIn(fixtures.read(`encrypted/${file}`)), held('sm2', person))
  expect(content).toEqual(MAIL)
  expect(key.certificates).toEqual(certificates(person))
})

test.each<[ContentCipher, RsaTransport]>([
  ['AES-256-CBC', 'PKCS1-v1_5'],
  ['AES-256-GCM', 'PKCS1-v1_5'],
  ['AES-256-GCM', 'OAEP'],
  ['SM4-CBC', 'OAEP'],
])(
  'given what this package encrypted with %s and %s, then each recipient opens it, and no other',
  async (cipher, rsa) => {
    const recipients = certificates('rsa', 'ec', 'sm2')
    const data = envelopedIn(await encrypt({ content: MAIL, recipients, cipher, rsa }))
    for (const person of ['rsa', 'ec', 'sm2']) expect((await decrypt(data, held(person))).content).toEqual(MAIL)
    await expect(decrypt(data, held('web', 'middle'))).rejects.toMatchObject({ code: 'not-a-recipient' })
  },
)

test('given blocks of RSA that hold no key, then each gives one key of the right length, the same each time', async () => {
  const key = fixtures.key('rsa')
  const algorithm = readAlgorithm(readDer(writeAlgorithm(OID.rsaEncryption)))
  const keys = new Set<string>()
  for (let round = 0; round < 5; round += 1) {
    const block = crypto.getRandomValues(new Uint8Array(256))
    block[0] = 0
    const [one, again] = [
      await openTransported(key, algorithm, block, 32),
      await openTransported(key, algorithm, block, 32),
    ]
    expect(one).toHaveLength(32)
    expect(again).toEqual(one)
    keys.add(Buffer.from(one ?? []).toString('hex'))
  }
  expect(keys.size).toBe(5)
  // A number that is none of this key is no different.
  const tooLarge = new Uint8Array(256).fill(255)
  expect(await openTransported(key, algorithm, tooLarge, 16)).toHaveLength(16)
})

test('given RSA keys that are too short, or whose exponent hides nothing, then nothing is encrypted to them', async () => {
  const { publicKey } = fixtures.certificate('rsa')
  if (publicKey.kind !== 'rsa') throw new Error('no RSA key')
  const contentKey = crypto.getRandomValues(new Uint8Array(32))
  for (const wrong of [
    { modulus: publicKey.modulus.subarray(0, 64) },
    { modulus: new Uint8Array(1_025).fill(255) },
    { exponent: Uint8Array.of(1) },
    { exponent: new Uint8Array(9).fill(255) },
  ]) {
    const transported = transportKey({ ...publicKey, ...wrong }, contentKey, 'PKCS1-v1_5')
    await expect(transported).rejects.toMatchObject({ code: 'unsupported' })
  }
  const { encrypted } = await transportKey(publicKey, contentKey, 'PKCS1-v1_5')
  const algorithm = readAlgorithm(readDer(writeAlgorithm(OID.rsaEncryption)))
  expect(await openTransported(fixtures.key('rsa'), algorithm, encrypted, 32)).toEqual(contentKey)
})

test('given letters that were changed on the way, then none of them opens, and no error says why', async () => {
  const errors = new Set<string>()
  for (const [cipher, name] of [
    ['AES-256-GCM', 'rsa'],
    ['AES-256-GCM', 'ec'],
    ['AES-256-CBC', 'rsa'],
    ['SM4-CBC', 'sm2'],
  ] as const) {
    const recipients = certificates(name)
    const data = envelopedIn(await encrypt({ content: MAIL, recipients, cipher, rsa: 'PKCS1-v1_5' }))
    const [recipient] = data.recipients
    if (!recipient) throw new Error('no recipient')
    const keyChanged = { ...data, recipients: [{ ...recipient, encrypted: withBitTurned(recipient.encrypted, -1) }] }
    const contentCut = { ...data, encrypted: data.encrypted.subarray(1) }
    // A wrong key of CBC leaves a padding that is right once in 256 times, so that one is tried with the others alone.
    for (const changed of cipher === 'AES-256-CBC' ? [contentCut] : [keyChanged, contentCut]) {
      const failure = await decrypt(changed, held(name)).then(
        ({ content }) => `opened: ${new TextDecoder().decode(content)}`,
        (error: Error) => error.message,
      )
      errors.add(failure)
    }
  }
  expect([...errors]).toEqual(['not-decrypted: 1 of 1 recipients tried'])
})

test('given a content whose cipher notices changes, when a bit of it or of its tag is turned, then it does not open', async () => {
  const data = envelopedIn(
    await encrypt({ content: MAIL, recipients: certificates('ec'), cipher: 'AES-256-GCM', rsa: 'OAEP' }),
  )
  const { authenticated } = data
  if (!authenticated) throw new Error('no tag')
  const turned = [
    { ...data, encrypted: withBitTurned(data.encrypted, 0) },
    { ...data, authenticated: { ...authenticated, tag: withBitTurned(authenticated.tag, 0) } },
    // A tag that was cut could be guessed.
    { ...data, authenticated: { ...authenticated, tag: authenticated.tag.subarray(0, 8) } },
    // Without its tag it would pass as one whose cipher notices nothing.
    { ...data, authenticated: null },
  ]
  for (const one of turned) await expect(decrypt(one, held('ec'))).rejects.toMatchObject({ code: 'not-decrypted' })
})

test('given parameters of GCM that a sender may write to have a tag guessed or left out, then nothing opens', async () => {
  const recipients = certificates('ec')
  const data = envelopedIn(await encrypt({ content: MAIL, recipients, cipher: 'AES-256-GCM', rsa: 'OAEP' }))
  const { authenticated } = data
  if (!authenticated) throw new Error('no tag')
  const { tag } = authenticated
  const iv = octetsOf(fieldsOf(data.cipher.parameters ?? readDer(sequence()), 'GCM').any())
  const named = (...parameters: Bytes[]) =>
    readAlgorithm(readDer(writeAlgorithm(OID.aes256Gcm, sequence(...parameters))))
  const hostile: [AlgorithmId, Bytes][] = [
    [named(octetString(iv), integer(4)), tag.subarray(0, 4)],
    [named(octetString(iv), integer(12)), tag],
    [named(octetString(iv), integer(17)), joinBytes(tag, Uint8Array.of(0))],
    [named(octetString(iv)), tag],
    [named(octetString(new Uint8Array(0)), integer(16)), tag],
    [readAlgorithm(readDer(writeAlgorithm(OID.aes256Gcm))), tag],
  ]
  for (const [cipher, changed] of hostile) {
    const one = { ...data, cipher, authenticated: { ...authenticated, tag: changed } }
    await expect(decrypt(one, held('ec'))).rejects.toMatchObject({ code: 'not-decrypted' })
  }
  // Attributes that the tag does not cover, and a cipher that has no tag.
  const attributes = Uint8Array.of(0x31, 0)
  const added = { ...data, authenticated: { ...authenticated, attributes } }
  await expect(decrypt(added, held('ec'))).rejects.toMatchObject({ code: 'not-decrypted' })
  const cbc = { ...data, cipher: readAlgorithm(readDer(writeAlgorithm(OID.aes256Cbc, octetString(iv)))) }
  await expect(decrypt(cbc, held('ec'))).rejects.toMatchObject({ code: 'unsupported' })
})

test('given what each recipient announced, then the best cipher that all of them read is chosen', () => {
  const [rsa, ec, sm2] = certificates('rsa', 'ec', 'sm2')
  if (!rsa || !ec || !sm2) throw new Error('no certificates')
  const gcm = (one: Certificate) => ({ ...one, capabilities: OWN_CAPABILITIES })
  expect(cipherForAll([gcm(rsa), gcm(ec)])).toBe('AES-256-GCM')
  expect(cipherForAll([gcm(rsa), ec])).toBe('AES-256-CBC')
  expect(cipherForAll([sm2])).toBe('SM4-CBC')
  expect(cipherForAll([sm2, ec])).toBe('AES-256-CBC')
})

test('given RSA recipients of whom one announced OAEP, then the key is written so to that one alone', async () => {
  const [rsa, middle] = certificates('rsa', 'middle')
  if (!rsa || !middle) throw new Error('no certificates')
  const recipients = [{ ...rsa, capabilities: OWN_CAPABILITIES }, middle]
  const data = envelopedIn(await encrypt({ content: MAIL, recipients, cipher: 'AES-256-GCM', rsa: 'announced' }))
  // They are a SET, in the order of their bytes.
  expect(data.recipients.map(({ algorithm }) => algorithm.oid).sort()).toEqual([OID.rsaEncryption, OID.rsaOaep])
  for (const person of ['rsa', 'middle']) expect((await decrypt(data, held(person))).content).toEqual(MAIL)
})

test('given a signature, a request and a certificate of this package, then each announces what it reads', async () => {
  const { privateKey, publicKey } = await generateKey('rsa-3072')
  const request = await readRequest(await writeRequest({ commonName: 'a' }, ['a@yanshu.test'], privateKey))
  const dates = { notBefore: new Date(0), notAfter: new Date(4e12) }
  const content = { subject: request.subject.der, publicKey, addresses: request.addresses, ...dates }
  const issuer = { key: privateKey, certificate: null }
  const certificate = await issueCertificate(
    { ...content, use: 'mail', capabilities: [...request.capabilities, '1.2.3'] },
    issuer,
  )
  expect(certificate.capabilities).toEqual(OWN_CAPABILITIES)
  expect(certificate.unknownCritical).toEqual([])
  const signed = readCms(await sign({ content: MAIL, key: privateKey, certificate, at: new Date(), detached: false }))
  if (signed.type !== 'signed') throw new Error('not signed')
  expect((await verify(signed))[0]).toMatchObject({ integrity: 'intact', capabilities: OWN_CAPABILITIES })
  // openssl announces no GCM: what is written to its people has none.
  const foreign = readCms(fixtures.read('signed/rsa.p7m'))
  if (foreign.type !== 'signed') throw new Error('not signed')
  const [{ capabilities } = { capabilities: [] }] = await verify(foreign)
  expect(capabilities.length).toBeGreaterThan(2)
  expect(capabilities).not.toContain(OID.aes256Gcm)
})

test('given OAEP that is announced with another digest, or in a form that cannot be read, then it is not written', () => {
  const oaep = (...parameters: Bytes[]) =>
    readCapabilities(readDer(sequence(sequence(oid(OID.rsaOaep), ...parameters))))
  expect(oaep()).toEqual([])
  expect(oaep(sequence())).toEqual([])
  expect(oaep(sequence(sequence(oid(OID.sha256))))).toEqual([])
  expect(oaep(sequence(tagged(0, oid(OID.sha256))))).toEqual([])
  expect(readCapabilities(readDer(sequence(writeOaep())))).toEqual([OID.rsaOaep])
})
