import { expect, test } from 'vitest'
import {
  type Bytes,
  fromText,
  generateKey,
  issueCertificate,
  judgeForMail,
  readCms,
  readRequest,
  type SignedData,
  sign,
  toPem,
  verify,
  writeName,
  writeRequest,
} from '../src/index.ts'
import { MAIL, SIGNED, SIGNED_BY_SHA1 } from './cases.ts'
import { DAY, fixtures, withBitTurned } from './fixtures.ts'

const { certificate: certificateOf, key: keyOf } = fixtures

function signedIn(bytes: Bytes): SignedData {
  const data = readCms(bytes)
  if (data.type !== 'signed') throw new Error('not signed')
  return data
}

const trusting = (roots: readonly string[], people: readonly string[] = [], at = DAY) => ({
  roots: roots.map(certificateOf),
  certificates: people.map(certificateOf),
  at,
})

test.each(SIGNED)(
  'given what openssl signed ($file), then it is intact and trusted, and a changed letter is not intact',
  async ({ file, person }) => {
    const data = signedIn(fixtures.read(`signed/${file}`))
    const [checked] = await verify(data, { content: MAIL })
    expect(checked).toMatchObject({ integrity: 'intact', weak: false })
    if (!checked?.certificate) throw new Error('no certificate')
    const question = { address: `${person}@Yanshu.test`, use: 'signing' as const }
    const judged = await judgeForMail(checked.certificate, question, {
      ...trusting(['root']),
      certificates: data.certificates,
    })
    expect(judged).toMatchObject({ trust: 'trusted', address: 'same', purpose: 'fits' })
    expect(judged.chain.length).toBe(3)

    const [other] = await verify({ ...data, content: null }, { content: withBitTurned(MAIL, -4) })
    expect(other?.integrity).toBe('changed')
  },
)

test('given a signature with SHA-1, then it is read and marked as weak', async () => {
  const [checked] = await verify(signedIn(fixtures.read(`signed/${SIGNED_BY_SHA1.file}`)))
  expect(checked).toMatchObject({ integrity: 'intact', weak: true })
})

test('given a signature whose certificate is not enclosed, then nothing is claimed until it is known', async () => {
  const bare = { ...signedIn(fixtures.read('signed/ec.p7m')), certificates: [] }
  expect((await verify(bare))[0]?.integrity).toBe('no-certificate')
  expect((await verify(bare, { certificates: [certificateOf('ec')] }))[0]?.integrity).toBe('intact')
})

test('given the attributes of a signature sent as its content, then they do not pass as a signed letter', async () => {
  const data = signedIn(fixtures.read('signed/rsa.p7m'))
  const [signer] = data.signers
  if (!signer?.attributes) throw new Error('no attributes')
  const forged = { ...data, content: signer.attributes.signedBytes, signers: [{ ...signer, attributes: null }] }
  expect((await verify(forged))[0]?.integrity).toBe('unsupported')
})

test.each(['rsa', 'ec', 'sm2'])(
  'given what this package signed with %s, then it is intact, opaque and beside',
  async (person) => {
    const common = { content: MAIL, key: keyOf(person), certificate: certificateOf(person), at: DAY }
    for (const detached of [false, true]) {
      const data = signedIn(await sign({ ...common, detached }))
      expect(data.content === null).toBe(detached)
      const [checked] = await verify(data, { content: MAIL })
      expect(checked).toMatchObject({ integrity: 'intact', weak: false, signedAt: DAY })
      const [changed] = await verify({ ...data, content: null }, { content: withBitTurned(MAIL, 3) })
      expect(changed?.integrity).toBe('changed')
    }
  },
)

test('given a chain of the national algorithms by openssl, then it is trusted', async () => {
  const question = { address: 'sm2@yanshu.test', use: 'signing' as const }
  const judged = await judgeForMail(certificateOf('sm2'), question, trusting(['national-root']))
  expect(judged).toMatchObject({ trust: 'trusted', address: 'same', purpose: 'fits' })
})

test('given certificates that openssl refuses too, then each is refused with its own word', async () => {
  const judge = (name: string, address: string, options = trusting(['root'], ['middle'])) =>
    judgeForMail(certificateOf(name), { address, use: 'signing' }, options)

  expect(await judge('web', 'web@yanshu.test')).toMatchObject({ trust: 'trusted', purpose: 'not-for-mail' })
  expect(await judge('ec', 'boss@yanshu.test')).toMatchObject({ trust: 'trusted', address: 'differs' })
  const posing = trusting(['root'], ['middle', 'ec'])
  expect(await judge('posing', 'posing@yanshu.test', posing)).toMatchObject({ trust: 'broken' })
  const unknown = trusting(['national-root'], ['middle', 'root'])
  expect(await judge('ec', 'ec@yanshu.test', unknown)).toMatchObject({ trust: 'unknown-issuer' })
  expect(await judge('ec', 'ec@yanshu.test', trusting(['root']))).toMatchObject({ trust: 'unknown-issuer' })
  const at = (day: string) => trusting(['root'], ['middle'], new Date(day))
  expect(await judge('ec', 'ec@yanshu.test', at('2200-01-01'))).toMatchObject({ trust: 'expired' })
  expect(await judge('ec', 'ec@yanshu.test', at('2020-01-01'))).toMatchObject({ trust: 'not-yet-valid' })
})

test.each(['rsa-3072', 'p-256', 'sm2'] as const)(
  'given a new key (%s), then an authority signs its request, and the certificate is good for the mail of its address alone',
  async (kind) => {
    const { privateKey } = await generateKey(kind)
    const name = { commonName: '李娜', organization: '雁书', country: 'CN' }
    const request = await writeRequest(name, ['li.na@yanshu.test'], privateKey)
    const asked = await readRequest(fromText(toPem('CERTIFICATE REQUEST', request)))
    expect(asked.addresses).toEqual(['li.na@yanshu.test'])

    const authority = await generateKey(kind === 'sm2' ? 'sm2' : 'p-256')
    const dates = { notBefore: new Date('2027-01-01'), notAfter: new Date('2028-01-01') }
    const subject = writeName({ commonName: '雁书 CA' })
    const root = await issueCertificate(
      { subject, publicKey: authority.publicKey, addresses: [], use: 'authority', ...dates },
      { key: authority.privateKey, certificate: null },
    )
    const certificate = await issueCertificate(
      { subject: asked.subject.der, publicKey: asked.publicKey, addresses: asked.addresses, use: 'mail', ...dates },
      { key: authority.privateKey, certificate: root },
    )
    const options = { roots: [root], certificates: [], at: DAY }
    for (const use of ['encrypting', 'signing'] as const) {
      const judged = await judgeForMail(certificate, { address: 'li.na@yanshu.test', use }, options)
      expect(judged).toMatchObject({ trust: 'trusted', address: 'same', purpose: 'fits' })
    }
    const below = await issueCertificate(
      { subject, publicKey: asked.publicKey, addresses: ['boss@yanshu.test'], use: 'mail', ...dates },
      { key: privateKey, certificate },
    )
    const posing = { ...options, certificates: [certificate] }
    const judged = await judgeForMail(below, { address: 'boss@yanshu.test', use: 'signing' }, posing)
    expect(judged.trust).toBe('broken')
  },
)

test('given a request that another key signed, then it is refused', async () => {
  const { privateKey } = await generateKey('p-256')
  const request = withBitTurned(await writeRequest({ commonName: 'Li Na' }, ['li.na@yanshu.test'], privateKey), -1)
  await expect(readRequest(request)).rejects.toMatchObject({ code: 'malformed' })
})
