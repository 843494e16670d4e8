import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type Certificate,
  encrypt,
  generateKey,
  issueCertificate,
  pemBlocks,
  readCertificates,
  readPrivateKey,
  writeName,
  writeRequest,
} from '@yanshu/cms'
import { Code, type PinParameters } from '@yanshu/contracts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { program } from '../../cli/program.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'
import { beginEscrow, endEscrow, handOutCopy } from './escrow.service.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const PARAMETERS: PinParameters = { kind: 'scrypt', cost: 32_768, blockSize: 8, salt: base64(Buffer.alloc(16, 7)) }
const PROOF = base64(Buffer.alloc(32, 'pin'))

async function escrowKey() {
  const { privateKey, publicKey } = await generateKey('p-256')
  const dates = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 3_600_000) }
  const content = { subject: writeName({ commonName: 'Audit' }), publicKey, addresses: [], ...dates }
  const certificate = await issueCertificate({ ...content, use: 'encrypting' }, { key: privateKey, certificate: null })
  return { privateKey, certificate }
}

const copyFor = async (content: Uint8Array<ArrayBuffer>, ...recipients: Certificate[]) =>
  base64(await encrypt({ content, recipients, cipher: 'AES-256-GCM', rsa: 'OAEP' }))

async function newKey(address: string) {
  const { privateKey } = await generateKey('p-256')
  const request = base64(await writeRequest({ commonName: 'x' }, [address], privateKey))
  const sealed = { iv: base64(Buffer.alloc(12, 1)), sealed: base64(Buffer.from('sealed')) }
  return { privateKey, key: { sealed, request, certificates: [] } }
}

const switchOn = (server: TestServer) =>
  setSwitch(server.context, { scope: 'organisation' }, { name: 'smimeEnable', value: true, locked: false })

test.each(engines)('a key is kept with the copy that its person was shown, or not at all, on %s', async (engine) => {
  const server = await startTestServer({ engine, still: true })
  await switchOn(server)
  const id = await server.addUser('li.na')
  const na = await server.as(id)
  const [escrow, other] = [await escrowKey(), await escrowKey()]
  const { privateKey, key } = await newKey(`li.na@${TEST_DOMAIN}`)
  const copy = await copyFor(privateKey.pkcs8, escrow.certificate)
  const save = (copies: object) => ({ proof: PROOF, parameters: PARAMETERS, keys: [{ ...key, ...copies }] })
  const refused = (copies: object) => na.refused('POST', 'keymanagement/key/save', save(copies))
  // Off: none is kept, also where a page of before brings one.
  expect((await na.get('keymanagement/key/list')).escrow).toBeNull()
  expect(await refused({ escrow: copy })).toBe(Code.escrowChanged)

  await beginEscrow(server.context, 'Audit', escrow.certificate)
  expect((await na.get('keymanagement/key/list')).escrow).toEqual({
    name: 'Audit',
    certificate: base64(escrow.certificate.der),
  })
  for (const wrong of [
    {},
    { escrow: await copyFor(privateKey.pkcs8, other.certificate) },
    { escrow: await copyFor(privateKey.pkcs8, escrow.certificate, other.certificate) },
    { escrow: base64(Buffer.from('not sealed at all')) },
  ]) {
    expect(await refused(wrong)).toBe(Code.escrowChanged)
  }
  const { keyIds } = await na.post('keymanagement/key/save', save({ escrow: copy }))
  const keyId = keyIds[0] ?? 0
  expect((await na.get('keymanagement/key/list')).list).toMatchObject([{ keyId, escrowed: true }])

  // Who opens the copy is written down, and its person gets a mail and an entry in the log of security.
  const use = { by: 'Wang <b>Fang</b>', reason: 'Case 14' }
  expect(await handOutCopy(server.context, keyId, use)).toMatchObject({ keyId, sealed: copy })
  const [notice] = await server.mailsOf(id)
  expect(notice?.text).toContain('Wang <b>Fang</b> has been handed the copy of your mail key')
  expect(notice?.text).toContain('Case 14')
  expect((await na.get('mail/log/changes')).list.map(({ kind }) => kind)).toContain('mailKeyEscrow')
  await expect(handOutCopy(server.context, keyId + 1, use)).rejects.toMatchObject({ code: Code.notFound })

  // Another certificate takes over; then none does. The copy that is kept stays.
  await beginEscrow(server.context, 'Other', other.certificate)
  const { key: second, privateKey: secondKey } = await newKey(`li.na@${TEST_DOMAIN}`)
  const more = { proof: PROOF, keys: [{ ...second, escrow: await copyFor(secondKey.pkcs8, escrow.certificate) }] }
  expect(await na.refused('POST', 'keymanagement/key/save', more)).toBe(Code.escrowChanged)
  expect(await endEscrow(server.context)).toBe(true)
  expect(await endEscrow(server.context)).toBe(false)
  await na.post('keymanagement/key/save', { proof: PROOF, keys: [second, key] })
  const { list } = await na.get('keymanagement/key/list')
  expect(list.map(({ escrowed }) => escrowed)).toEqual([false, true])
  await na.post('keymanagement/key/remove', { keyId })
  expect(await handOutCopy(server.context, keyId, use)).toMatchObject({ sealed: copy })
  // Another person sees nothing of it.
  const wei = await server.as(await server.addUser('wei'))
  expect((await wei.get('keymanagement/key/list')).list).toEqual([])
  await server.stop()
})

let server: TestServer
let secret: string
beforeAll(async () => {
  server = await startTestServer({ engine: 'sqlite', still: true })
  await switchOn(server)
  secret = path.join(server.folder, 'secret')
  await writeFile(secret, 'a long passphrase\n')
})
afterAll(() => server.stop())

const yanshu = async (...args: string[]) => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    await (await program()).parseAsync(['--data', server.folder, 'ca', 'escrow', ...args], { from: 'user' })
    return written.mock.calls.map(([text]) => String(text)).join('')
  } finally {
    written.mockRestore()
  }
}

test('given the commands, then a copy is handed out and opened apart from the server, and refusals name what is wrong', async () => {
  const folder = path.join(server.folder, 'escrow')
  const passphrase = ['--passphrase-file', secret]
  expect(await yanshu('create', folder, '--name', '审计部', ...passphrase)).toMatch(/^Made the escrow key 审计部/)
  await expect(yanshu('create', folder, '--name', '审计部', ...passphrase)).rejects.toThrow('is there already')
  const file = path.join(folder, 'escrow.pem')
  expect(await yanshu('use', file)).toMatch(/^Copies of new keys are sealed to 审计部/)
  const [certificate] = readCertificates(new Uint8Array(await readFile(file)))
  if (!certificate) throw new Error('no certificate')
  const address = `hua@${TEST_DOMAIN}`
  const hua = await server.as(await server.addUser('hua'))
  const { privateKey, key } = await newKey(address)
  const escrow = await copyFor(privateKey.pkcs8, certificate)
  const body = { proof: PROOF, parameters: PARAMETERS, keys: [{ ...key, escrow }] }
  const [keyId = 0] = (await hua.post('keymanagement/key/save', body)).keyIds
  expect(await yanshu('list')).toMatch(new RegExp(`^${keyId}\t${address}\tP-256\t`))
  const out = path.join(server.folder, 'copies.json')
  const why = ['--by', 'Wang Fang', '--reason', 'Case 14', '--out', out]
  expect(await yanshu('hand-out', `${keyId}`, ...why)).toBe(`Wrote 1 copies; ${address} were told\n`)
  await expect(yanshu('hand-out', `${keyId}`, ...why)).rejects.toThrow('copies.json')
  const nowhere = [...why.slice(0, -1), path.join(server.folder, 'nothing.json')]
  await expect(yanshu('hand-out', '999', ...nowhere)).rejects.toThrow('No copy of the key 999')
  expect(await yanshu('uses')).toContain(`\t${address}\t${keyId}\tWang Fang\tCase 14\n`)
  const opened = path.join(server.folder, 'opened')
  expect(await yanshu('open', folder, out, '--out', opened, ...passphrase)).toContain(`hua@${TEST_DOMAIN}-${keyId}.pem`)
  const pem = new Uint8Array(await readFile(path.join(opened, `${address}-${keyId}.pem`)))
  const [pkcs8] = pemBlocks(pem, 'PRIVATE KEY')
  expect(readPrivateKey(pkcs8 ?? new Uint8Array()).pkcs8).toEqual(privateKey.pkcs8)
  await writeFile(secret, 'another passphrase\n')
  await expect(yanshu('open', folder, out, '--out', `${opened}-2`, ...passphrase)).rejects.toThrow(
    'passphrase is wrong',
  )
  expect(await yanshu('end')).toBe('Copies of new keys are kept no more\n')
})
