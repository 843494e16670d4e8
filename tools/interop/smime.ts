import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { outerFields } from '../../server/src/areas/compose/buildMail.ts'
import {
  type ContentCipher,
  decrypt,
  decryptByCode,
  type EncryptOptions,
  encrypt,
  encryptPart,
  fromText,
  generateKey,
  issueCertificate,
  judgeForMail,
  OWN_CAPABILITIES,
  publicKeyOf,
  readCms,
  readKeyFile,
  readProtected,
  readRequest,
  sign,
  signPart,
  signPartInside,
  toPem,
  verify,
  writeName,
  writeRequest,
} from '../../shared/cms/src/index.ts'
import { BY_CODE, ENCRYPTED, KEY_FILES, MAIL, MAILS, SIGNED } from '../../shared/cms/test/cases.ts'
import { type Fixtures, fixturesIn } from '../../shared/cms/test/fixtures.ts'
import { makeFixtures } from '../../shared/cms/test/makeFixtures.ts'
import type { OpenSsl } from '../../shared/cms/test/openssl.ts'

type Step = <T>(title: string, work: () => T | Promise<T>) => Promise<T>

const MINUTE = 60_000
const SM2_IDENTITY = ['-vfyopt', 'distid:1234567812345678']

/** Debian's openssl and shared/cms read what the other made: signed and encrypted mail, requests, certificates, key files. */
export async function exchangeSmime(step: Step, parent: string): Promise<void> {
  const folder = path.join(parent, 'smime')
  mkdirSync(folder)
  const openssl = await step('openssl makes people, signed and encrypted mail and key files', () =>
    makeFixtures(folder),
  )
  const fixtures = fixturesIn(folder)
  openssl.write('mail', MAIL)
  await step('What openssl signed, encrypted and exported is read', () => readAll(fixtures))
  await step('openssl accepts what is signed here', () => signFor(openssl, fixtures))
  await step('openssl opens what is encrypted here', () => encryptFor(openssl, fixtures))
  await step('openssl reads whole mails that are made here', () => mailFor(openssl, fixtures))
  await step('openssl accepts requests and certificates that are made here', () => certifyFor(openssl))
}

async function readAll(fixtures: Fixtures): Promise<void> {
  const trust = { roots: [fixtures.certificate('root')], at: new Date(Date.now() + MINUTE) }
  for (const { file, person } of SIGNED) {
    const data = readCms(fixtures.read(`signed/${file}`))
    assert(data.type === 'signed', file)
    const [checked] = await verify(data, { content: MAIL })
    assert.equal(checked?.integrity, 'intact', file)
    const question = { address: `${person}@yanshu.test`, use: 'signing' as const }
    const certificate = checked?.certificate
    assert(certificate, file)
    const judged = await judgeForMail(certificate, question, { ...trust, certificates: data.certificates })
    assert.equal(judged.trust, 'trusted', file)
  }
  for (const { file, person } of ENCRYPTED) {
    const data = readCms(fixtures.read(`encrypted/${file}`))
    assert(data.type === 'enveloped', file)
    assert.deepEqual((await decrypt(data, fixtures.held(person))).content, MAIL, file)
  }
  const byCode = readCms(fixtures.read(`encrypted/${BY_CODE.file}`))
  assert(byCode.type === 'enveloped', BY_CODE.file)
  assert.deepEqual(await decryptByCode(byCode, BY_CODE.code), MAIL, BY_CODE.file)
  for (const { file, layers } of MAILS) {
    const mail = await readProtected(fixtures.read(`mails/${file}`), { keys: fixtures.held('ec'), certificates: [] })
    assert.deepEqual(
      mail?.layers.map(({ kind }) => kind),
      layers,
      file,
    )
    assert(mail?.content, file)
  }
  for (const { file, person, password } of KEY_FILES) {
    const { keys } = await readKeyFile(fixtures.read(`key-files/${file}`), password)
    assert.equal(keys[0]?.privateKey.kind, person, file)
  }
}

/** The text of the mails, which is ASCII because servers change what is not. */
const PART = fromText('Content-Type: text/plain\r\n\r\nletter\r\n')

async function mailFor(openssl: OpenSsl, fixtures: Fixtures): Promise<void> {
  const signing = {
    key: fixtures.key('rsa'),
    certificate: fixtures.certificate('rsa'),
    chain: [fixtures.certificate('middle')],
    at: new Date(),
  }
  const verified = (mail: string) => openssl.run('cms', '-verify', '-CAfile', 'root.pem', '-in', mail)
  for (const cipher of ['AES-256-CBC', 'AES-256-GCM'] as const) {
    const signed = await signPart(PART, signing)
    const recipients = [fixtures.certificate('ec')]
    openssl.write('mail', await encryptPart(signed, { recipients, cipher, rsa: 'PKCS1-v1_5' }))
    openssl.run('cms', '-decrypt', '-in', 'mail', '-recip', 'ec.pem', '-inkey', 'ec.key', '-out', 'signed.eml')
    assert.deepEqual(verified('signed.eml'), PART)
  }
  openssl.write('mail', await signPartInside(PART, signing))
  assert.deepEqual(verified('mail'), PART)
  const people = ['rsa', 'ec']
  const recipients = people.map(fixtures.certificate)
  const sealed = await encryptPart(await signPart(PART, signing), {
    recipients,
    cipher: 'AES-256-CBC',
    rsa: 'PKCS1-v1_5',
  })
  openssl.write('mail', `${outerFields(HEAD)}${new TextDecoder().decode(sealed)}`)
  for (const person of people) {
    const key = ['-recip', `${person}.pem`, '-inkey', `${person}.key`]
    openssl.run('cms', '-decrypt', '-in', 'mail', ...key, '-out', 'signed.eml')
    assert.deepEqual(verified('signed.eml'), PART)
  }
}

/** The fields that the server writes before a protected part. */
const HEAD = {
  from: { name: '张伟', address: 'rsa@yanshu.test' },
  to: [{ name: '李娜', address: 'ec@yanshu.test' }],
  cc: [],
  subject: '收购计划',
  messageId: '<one@yanshu.test>',
  inReplyTo: '',
  references: [],
  at: Date.now(),
  timeZone: 8,
  priority: 3 as const,
  receiptTo: null,
}

async function signFor(openssl: OpenSsl, fixtures: Fixtures): Promise<void> {
  const check = ['cms', '-verify', '-binary', '-inform', 'DER', '-CAfile', 'root.pem', '-purpose', 'smimesign']
  openssl.write('other', fromText('another letter'))
  for (const person of ['rsa', 'ec']) {
    const signer = { key: fixtures.key(person), certificate: fixtures.certificate(person) }
    const common = { content: MAIL, ...signer, chain: [fixtures.certificate('middle')], at: new Date() }
    openssl.write('opaque', await sign({ ...common, detached: false }))
    assert.deepEqual(openssl.run(...check, '-in', 'opaque'), MAIL)
    openssl.write('beside', await sign({ ...common, detached: true }))
    assert.deepEqual(openssl.run(...check, '-in', 'beside', '-content', 'mail'), MAIL)
    assert.throws(() => openssl.run(...check, '-in', 'beside', '-content', 'other'), /verification failure/i)
  }
}

async function encryptFor(openssl: OpenSsl, fixtures: Fixtures): Promise<void> {
  const ways: readonly [ContentCipher, EncryptOptions['rsa']][] = [
    ['AES-256-CBC', 'PKCS1-v1_5'],
    ['AES-256-GCM', 'PKCS1-v1_5'],
    ['AES-256-GCM', 'OAEP'],
    ['AES-256-GCM', 'announced'],
  ]
  for (const [cipher, rsa] of ways) {
    const recipients = ['rsa', 'ec'].map((name) => ({ ...fixtures.certificate(name), capabilities: OWN_CAPABILITIES }))
    openssl.write('sealed', await encrypt({ content: MAIL, recipients, cipher, rsa }))
    for (const person of ['rsa', 'ec']) {
      const key = ['-recip', `${person}.pem`, '-inkey', `${person}.key`]
      assert.deepEqual(openssl.run('cms', '-decrypt', '-binary', '-inform', 'DER', '-in', 'sealed', ...key), MAIL)
    }
    openssl.write('sealed', await encrypt({ content: MAIL, recipients, cipher, rsa, code: BY_CODE.code }))
    const code = ['-pwri_password', BY_CODE.code]
    assert.deepEqual(openssl.run('cms', '-decrypt', '-binary', '-inform', 'DER', '-in', 'sealed', ...code), MAIL)
  }
  await encryptNational(openssl, fixtures)
}

/** openssl reads no letter in SM2, so that it opens the key of the content and the content by themselves. */
async function encryptNational(openssl: OpenSsl, fixtures: Fixtures): Promise<void> {
  const recipients = [fixtures.certificate('sm2')]
  const data = readCms(await encrypt({ content: MAIL, recipients, cipher: 'SM4-CBC', rsa: 'PKCS1-v1_5' }))
  assert(data.type === 'enveloped')
  openssl.write('key.bin', data.recipients[0]?.encrypted ?? '')
  openssl.write('content.bin', data.encrypted)
  const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex')
  const key = hex(openssl.run('pkeyutl', '-decrypt', '-inkey', 'sm2.key', '-in', 'key.bin'))
  const iv = hex(data.cipher.parameters?.contents)
  assert.deepEqual(openssl.run('enc', '-d', '-sm4-cbc', '-K', key, '-iv', iv, '-in', 'content.bin'), MAIL)
}

async function certifyFor(openssl: OpenSsl): Promise<void> {
  const dates = { notBefore: new Date(Date.now() - MINUTE), notAfter: new Date(Date.now() + 60 * MINUTE) }
  for (const kind of ['rsa-3072', 'p-256', 'sm2'] as const) {
    const identity = kind === 'sm2' ? SM2_IDENTITY : []
    const { privateKey } = await generateKey(kind)
    const name = { commonName: '李娜', organization: '雁书', country: 'CN' }
    const request = await writeRequest(name, ['li.na@yanshu.test'], privateKey)
    openssl.write('request.pem', toPem('CERTIFICATE REQUEST', request))
    const shown = openssl.run('req', '-in', 'request.pem', '-verify', '-noout', '-text', ...identity)
    assert.match(new TextDecoder().decode(shown), /email:li\.na@yanshu\.test/)

    const authority = await generateKey(kind === 'sm2' ? 'sm2' : 'p-256')
    const subject = writeName({ commonName: '雁书 CA' })
    const root = await issueCertificate(
      { subject, publicKey: await publicKeyOf(authority.privateKey), addresses: [], use: 'authority', ...dates },
      { key: authority.privateKey, certificate: null },
    )
    const asked = await readRequest(openssl.read('request.pem'))
    const certificate = await issueCertificate(
      { subject: asked.subject.der, publicKey: asked.publicKey, addresses: asked.addresses, use: 'mail', ...dates },
      { key: authority.privateKey, certificate: root },
    )
    openssl.write('authority.pem', toPem('CERTIFICATE', root.der))
    openssl.write('issued.pem', toPem('CERTIFICATE', certificate.der))
    const purpose = kind === 'sm2' ? [] : ['-purpose', 'smimesign']
    openssl.run('verify', '-x509_strict', ...purpose, ...identity, '-CAfile', 'authority.pem', 'issued.pem')
  }
}
