import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  fingerprintOf,
  generateKey,
  judgeForMail,
  meaningOf,
  type NewKeyKind,
  pemBlocks,
  readCertificates,
  readProtected,
  signPart,
  titleOfName,
  toPem,
  writeRequest,
} from '@yanshu/cms'
import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { setSwitch } from '../store/switches/switches.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../testing/testServer.ts'
import { program } from './program.ts'

let server: TestServer
let folder = ''
let secret = ''

const yanshu = async (...args: string[]) => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    await (await program()).parseAsync(['--data', server.folder, 'ca', ...args], { from: 'user' })
    return written.mock.calls.map(([text]) => String(text)).join('')
  } finally {
    written.mockRestore()
  }
}

const sign = (file: string, ...options: string[]) =>
  yanshu('sign', folder, file, '--passphrase-file', secret, ...options)

/** A request as the person's program wrote it, in a file. */
async function requestOf(addresses: readonly string[], commonName = 'anyone', kind: NewKeyKind = 'p-256') {
  const { privateKey } = await generateKey(kind)
  const file = path.join(server.folder, 'request.pem')
  await writeFile(file, toPem('CERTIFICATE REQUEST', await writeRequest({ commonName }, addresses, privateKey)))
  return { file, privateKey }
}

/** Makes an account; its address. */
async function addPerson(local: string, more: { readonly disabled?: boolean } = {}): Promise<string> {
  await server.addUser(local, more)
  return `${local}@${TEST_DOMAIN}`
}

const certificatesIn = (pem: string) => readCertificates(new Uint8Array(Buffer.from(pem)))

beforeAll(async () => {
  server = await startTestServer({ engine: 'sqlite', still: true })
  folder = path.join(server.folder, 'authority')
  secret = path.join(server.folder, 'secret')
  await writeFile(secret, 'a long passphrase\n')
})
afterAll(() => server.stop())

test('given an authority that an operator made, then it certifies people who are here, and others see whose letter it is', async () => {
  const na = await addPerson('li.na')
  const made = await yanshu('create', folder, '--name', '雁书 CA', '--algorithm', 'ec', '--passphrase-file', secret)
  expect(made).toMatch(/^Made the authority 雁书 CA, SHA-256 [0-9a-f]{64}\n$/)
  const { file, privateKey } = await requestOf([na], 'The chairman')
  const pem = await sign(file)
  const [certificate, root] = certificatesIn(pem)
  if (!certificate || !root) throw new Error('no certificates')
  expect(await readFile(path.join(folder, 'authority.pem'), 'utf8')).toBe(toPem('CERTIFICATE', root.der))
  // The name is the account's, not the one of the request.
  expect(titleOfName(certificate.subject)).toBe('li.na')

  const now = new Date()
  const part = new Uint8Array(Buffer.from('Content-Type: text/plain\r\n\r\nhello\r\n'))
  const letter = await signPart(part, { key: privateKey, certificate, at: now })
  const opened = await readProtected(letter, { keys: [], certificates: [] })
  const [layer] = opened?.layers ?? []
  const signature = layer?.kind === 'signed' ? layer.signatures[0] : undefined
  if (!signature) throw new Error('no signature')
  const options = { from: na, roots: [root], certificates: [], receivedAt: now, now }
  expect((await meaningOf(signature, options)).meaning).toBe('good')
  const question = { address: na, use: 'encrypting' as const }
  expect(await judgeForMail(certificate, question, { roots: [root], certificates: [], at: now })).toMatchObject({
    trust: 'trusted',
    address: 'same',
    purpose: 'fits',
  })
  expect(await readFile(path.join(folder, 'issued.tsv'), 'utf8')).toContain(`\t${na}\n`)
})

test('given a certificate for one use, and one that would outlive its authority, then both are as asked and not longer', async () => {
  const yang = await addPerson('yang.fan')
  const { file } = await requestOf([yang], 'yang', 'sm2')
  const out = path.join(server.folder, 'yang.pem')
  const other = path.join(server.folder, 'short-authority')
  const options = ['--years', '1', '--algorithm', 'sm2', '--passphrase-file', secret]
  await yanshu('create', other, '--name', 'Short', ...options)
  expect(
    await yanshu(
      'sign',
      other,
      file,
      '--use',
      'encrypting',
      '--days',
      '1825',
      '--out',
      out,
      '--passphrase-file',
      secret,
    ),
  ).toBe(`Issued for ${yang}\n`)
  const [certificate, root] = certificatesIn(await readFile(out, 'utf8'))
  expect(certificate?.keyUsage).toEqual(new Set(['keyEncipherment']))
  expect(certificate?.notAfter).toEqual(root?.notAfter)
})

test('given requests that nobody may be certified by, then each is refused with what is wrong', async () => {
  const [hua, ming] = [await addPerson('hua'), await addPerson('ming')]
  const refusals: readonly [addresses: readonly string[], sentence: string][] = [
    [[], 'names no address'],
    [['boss@elsewhere.test'], 'There is nobody with the address boss@elsewhere.test here'],
    [[hua, 'boss@elsewhere.test'], 'There is nobody with the address boss@elsewhere.test here'],
    [[hua, ming], 'names addresses of several people'],
    [[await addPerson('gone', { disabled: true })], `The account of gone@${TEST_DOMAIN} is closed`],
  ]
  for (const [addresses, sentence] of refusals) {
    await expect(sign((await requestOf(addresses)).file)).rejects.toThrow(sentence)
  }
  const file = path.join(server.folder, 'changed.csr')
  const changed = await writeRequest({ commonName: 'hua' }, [hua], (await generateKey('p-256')).privateKey)
  changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1
  await writeFile(file, changed)
  await expect(sign(file)).rejects.toThrow('is no request for a certificate')
  await expect(sign(path.join(server.folder, 'none'))).rejects.toThrow('none')
  const good = (await requestOf([hua])).file
  await expect(sign(good, '--days', '0')).rejects.toThrow('"0" is no number of days from 1 to 1825')
  await expect(sign(good, '--use', 'web')).rejects.toThrow('"web" is none of mail, signing, encrypting')
  await expect(yanshu('sign', server.folder, good, '--passphrase-file', secret)).rejects.toThrow('makes an authority')
})

test('given an authority, then its key is sealed, only its passphrase opens it, and it is never replaced', async () => {
  const { file } = await requestOf([await addPerson('gu.qing')])
  const sealed = await readFile(path.join(folder, 'authority.key.json'), 'utf8')
  expect(sealed).not.toContain('PRIVATE')
  expect((await stat(path.join(folder, 'authority.key.json'))).mode & 0o077).toBe(0)
  const wrong = path.join(server.folder, 'wrong')
  await writeFile(wrong, 'another passphrase')
  await expect(yanshu('sign', folder, file, '--passphrase-file', wrong)).rejects.toThrow('The passphrase is wrong')
  const again = ['--name', 'x', '--algorithm', 'ec', '--passphrase-file']
  await expect(yanshu('create', folder, ...again, secret)).rejects.toThrow('holds an authority already')
  expect(await readFile(path.join(folder, 'authority.key.json'), 'utf8')).toBe(sealed)
  await writeFile(wrong, 'short')
  const other = path.join(server.folder, 'other')
  await expect(yanshu('create', other, ...again, wrong)).rejects.toThrow('has 12 characters or more')
})

test('given a key that a person made in their page, then the authority certifies it, others get it, and no more once it is revoked', async () => {
  await setSwitch(server.context, { scope: 'organisation' }, { name: 'smimeEnable', value: true, locked: false })
  const [li, ming] = [await server.addUser('li.page'), await server.addUser('ming.page')]
  const [person, other] = [await server.as(li), await server.as(ming)]
  const address = `li.page@${TEST_DOMAIN}`
  const authority = path.join(server.folder, 'page-authority')
  await yanshu('create', authority, '--name', '雁书 CA', '--algorithm', 'ec', '--passphrase-file', secret)
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  const salt = base64(Buffer.alloc(16))
  const save = async (one: typeof person, addresses: readonly string[], first = true) => {
    const { privateKey } = await generateKey('p-256')
    const request = base64(await writeRequest({ commonName: 'The chairman' }, addresses, privateKey))
    const sealed = { iv: base64(Buffer.alloc(12)), sealed: base64(Buffer.alloc(40)) }
    const { keyIds } = await one.post('keymanagement/key/save', {
      proof: base64(Buffer.alloc(32)),
      ...(first ? { parameters: { kind: 'scrypt' as const, cost: 32_768 as const, blockSize: 8 as const, salt } } : {}),
      keys: [{ sealed, request, certificates: [] }],
    })
    return { keyId: keyIds[0] ?? 0, privateKey }
  }
  const { keyId } = await save(person, [address])
  const wrong = await save(other, [address])
  expect(await yanshu('requests')).toMatch(
    new RegExp(`^${keyId}\\t${address}\\tP-256\\t.*\\n${wrong.keyId}\\tming.page@${TEST_DOMAIN}\\tP-256\\t.*\\n$`),
  )
  const issue = (...numbers: string[]) => yanshu('issue', authority, ...numbers, '--passphrase-file', secret)
  await expect(issue(String(wrong.keyId))).rejects.toThrow(`names an address of ${address}`)
  await expect(issue()).rejects.toThrow('or --all of them')
  await expect(issue('999')).rejects.toThrow('No request 999 waits')
  expect(await issue(String(keyId))).toBe(`Issued for ${address}\n`)
  expect(await yanshu('requests')).toMatch(new RegExp(`^${wrong.keyId}\\t`))

  const [own] = (await person.get('keymanagement/key/list')).list
  expect(own).toMatchObject({ keyId, request: '', certificates: [{ revokedAt: null }] })
  const found = await other.post('keymanagement/key/getKeyByEmail', { emails: [address.toUpperCase(), 'x@x.example'] })
  expect(found).toEqual({
    announced: [],
    over: [],
    list: [{ email: address, certificates: [own?.certificates[0]?.certificate] }],
  })
  // A certificate of another key is refused.
  const certificate = found.list[0]?.certificates[0] ?? ''
  expect(await other.refused('POST', 'keymanagement/key/certificate', { keyId: wrong.keyId, certificate })).toBe(
    Code.keyRefused,
  )

  const pem = path.join(authority, 'authority.pem')
  expect(await yanshu('trust', pem)).toMatch(/^Trusted 雁书 CA, SHA-256 [0-9a-f]{64}\n$/)
  const [root] = certificatesIn(await readFile(pem, 'utf8'))
  if (!root) throw new Error('no root')
  const { list } = await other.get('keymanagement/key/authorities')
  expect(list).toEqual([{ name: '雁书 CA', certificate: base64(root.der) }])
  const [leaf] = certificatesIn(toPem('CERTIFICATE', new Uint8Array(Buffer.from(certificate, 'base64'))))
  if (!leaf) throw new Error('no certificate')
  const fingerprint = await fingerprintOf(leaf)
  expect(await yanshu('revoke', fingerprint)).toBe(`Revoked a certificate of ${address}\n`)
  expect(await other.post('keymanagement/key/getKeyByEmail', { emails: [address] })).toEqual({
    list: [],
    announced: [],
    over: [{ email: address, why: 'revoked', since: expect.any(Number) }],
  })
  const crl = (of: string) => yanshu('crl', of, '--passphrase-file', secret)
  expect(await crl(authority)).toBe('Wrote authority.crl with 1 revoked certificates\n')
  const [list509] = pemBlocks(new Uint8Array(await readFile(path.join(authority, 'authority.crl'))), 'X509 CRL')
  // The serial number stands in it, with its header.
  expect(Buffer.from(list509 ?? []).includes(Buffer.from(leaf.serial))).toBe(true)
  // Of another authority nothing is in it.
  expect(await crl(folder)).toBe('Wrote authority.crl with 0 revoked certificates\n')
  expect((await other.get('keymanagement/key/authorities')).revoked).toMatchObject([{ fingerprint }])
  expect((await person.get('keymanagement/key/list')).list[0]?.certificates[0]?.revokedAt).toEqual(expect.any(Number))
  expect(await yanshu('trusted')).toBe(`${await fingerprintOf(root)}\t雁书 CA\n`)
  await yanshu('distrust', await fingerprintOf(root))
  expect((await other.get('keymanagement/key/authorities')).list).toEqual([])
  await expect(yanshu('revoke', 'x')).rejects.toThrow('is no SHA-256 fingerprint')
  await expect(yanshu('distrust', fingerprint)).rejects.toThrow('is trusted')
  await expect(yanshu('trust', secret)).rejects.toThrow('holds no certificate of an authority')
})
