import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCertificates } from '../src/index.ts'
import { readOcspAnswer, readRevocationList, revocationAddresses, writeOcspRequest } from '../src/revocation/index.ts'
import { TestAuthority } from '../src/testing/testAuthority.ts'

const NOW = Date.parse('2026-12-01T08:00:00Z')
const DAY_MS = 86_400_000
const now = new Date(NOW)
const authority = await TestAuthority.make('Example authority', () => NOW)
const other = await TestAuthority.make('Example authority', () => NOW)
const LIST = 'http://pki.example/list.crl'
const { certificate } = await authority.issue({
  addresses: ['li.na@yanshu.test'],
  ocsp: ['http://ocsp.example/', 'ldap://ocsp.example/'],
  lists: [LIST],
})
const issuer = authority.certificate
const asked = { certificate, issuer, now }

const read = (name: string) => new Uint8Array(readFileSync(path.join(import.meta.dirname, 'fixtures/revocation', name)))
const pem = (name: string) => {
  const [one] = readCertificates(read(name))
  if (!one) throw new Error(`no certificate in ${name}`)
  return one
}

test('a certificate names where its authority answers; addresses of other protocols are passed over', async () => {
  expect(revocationAddresses(certificate)).toEqual({ ocsp: ['http://ocsp.example/'], lists: [LIST] })
  const { certificate: bare } = await authority.issue({ addresses: ['x@yanshu.test'] })
  expect(revocationAddresses(bare)).toEqual({ ocsp: [], lists: [] })
})

describe('answers of a responder', () => {
  test('good, revoked and unknown, signed by the authority or by a certificate that it made for this', async () => {
    const answer = await authority.answer(certificate, { status: 'good' })
    expect(await readOcspAnswer(answer, asked)).toEqual({ status: 'good', revokedAt: null, until: NOW + DAY_MS })
    const revokedAt = new Date(NOW - 3 * DAY_MS)
    const signer = await authority.issue({ addresses: [], answers: true })
    const revoked = await authority.answer(certificate, { status: 'revoked', revokedAt, signer })
    expect(await readOcspAnswer(revoked, asked)).toMatchObject({ status: 'revoked', revokedAt })
    const unknown = await authority.answer(certificate, { status: 'unknown' })
    expect(await readOcspAnswer(unknown, asked)).toMatchObject({ status: 'unknown', revokedAt: null })
  })

  test('none counts that another signed, of another certificate, of another time, or changed', async () => {
    const good = { status: 'good' as const }
    const { certificate: neighbour } = await authority.issue({ addresses: ['y@yanshu.test'] })
    const person = await authority.issue({ addresses: ['z@yanshu.test'] })
    const stranger = await other.issue({ addresses: [], answers: true })
    const over = await authority.issue({ addresses: [], answers: true, to: new Date(NOW - 1) })
    const changed = await authority.answer(certificate, good)
    changed[changed.length - 90] = (changed[changed.length - 90] ?? 0) ^ 1
    const refused = [
      await other.answer(certificate, good),
      await authority.answer(neighbour, good),
      await authority.answer(certificate, { ...good, signer: person }),
      await authority.answer(certificate, { ...good, signer: stranger }),
      await authority.answer(certificate, { ...good, signer: over }),
      await authority.answer(certificate, { ...good, to: new Date(NOW) }),
      await authority.answer(certificate, { ...good, from: new Date(NOW - 2 * DAY_MS), isEndless: true }),
      await authority.answer(certificate, { ...good, from: new Date(NOW + DAY_MS / 2) }),
      changed,
      // A responder that asks to try later.
      Uint8Array.of(0x30, 3, 10, 1, 3),
      new TextEncoder().encode('<html>Not found</html>'),
      new Uint8Array(0),
    ]
    for (const [at, bytes] of refused.entries()) {
      await expect(readOcspAnswer(bytes, asked), `answer ${at}`).rejects.toMatchObject({ name: 'CmsError' })
    }
  })
})

describe('lists of revoked certificates', () => {
  const question = { ...asked, address: LIST }
  test('a certificate of the list is revoked since then, among thousands of others', async () => {
    const at = new Date(NOW - 4 * DAY_MS)
    const others = Array.from({ length: 4_500 }, (_, index) => {
      const serial = Uint8Array.of(2, 4, 1, index >> 16, (index >> 8) & 255, index & 255)
      return { certificate: { ...certificate, serial }, at: now }
    })
    const long = await authority.list({ revoked: [...others, { certificate, at }] })
    expect(await readRevocationList(long, question)).toEqual({ revokedAt: at, until: NOW + DAY_MS })
    expect(await readRevocationList(await authority.list({ revoked: others }), question)).toMatchObject({
      revokedAt: null,
    })
    expect(await readRevocationList(await authority.list({ revoked: [] }), question)).toMatchObject({ revokedAt: null })
  })

  test('none counts of another issuer or time, or that was cut or changed', async () => {
    const whole = await authority.list({ revoked: [{ certificate, at: now }] })
    const changed = whole.slice()
    changed[60] = (changed[60] ?? 0) ^ 1
    const refused = [
      await other.list({ revoked: [] }),
      await authority.list({ revoked: [], to: new Date(NOW - 1) }),
      await authority.list({ revoked: [], from: new Date(NOW + DAY_MS / 2) }),
      whole.slice(0, -4),
      changed,
      new TextEncoder().encode('<html>'),
      new Uint8Array(0),
    ]
    for (const [at, bytes] of refused.entries()) {
      await expect(readRevocationList(bytes, question), `list ${at}`).rejects.toMatchObject({ name: 'CmsError' })
    }
  })
})

test('what openssl has made is read: addresses, a list, and answers of its responder', async () => {
  const [root, valid, revoked] = [pem('root.pem'), pem('valid.pem'), pem('revoked.pem')]
  const address = 'http://pki.yanshu.test/root.crl'
  expect(revocationAddresses(valid)).toEqual({ ocsp: ['http://ocsp.yanshu.test/'], lists: [address] })
  for (const [name, one] of Object.entries({ valid, revoked })) {
    const request = await writeOcspRequest({ certificate: one, issuer: root })
    expect(request).toEqual(read(`${name}.request`))
    const about = { certificate: one, issuer: root, now }
    const { status, revokedAt } = await readOcspAnswer(read(`${name}.answer`), about)
    const listed = await readRevocationList(read('root.crl'), { ...about, address })
    expect([status, revokedAt !== null, listed.revokedAt]).toEqual(
      name === 'valid' ? ['good', false, null] : ['revoked', true, revokedAt],
    )
    // The list names where it stands.
    const elsewhere = readRevocationList(read('root.crl'), { ...about, address: 'http://pki.yanshu.test/other.crl' })
    await expect(elsewhere).rejects.toMatchObject({ code: 'unsupported' })
  }
})
