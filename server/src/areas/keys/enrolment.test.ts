import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { type Certificate, generateKey, issueCertificate, readRequest, writeName, writeRequest } from '@yanshu/cms'
import { TestAuthority } from '@yanshu/cms/testing'
import type { PinParameters } from '@yanshu/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readEnrolment } from '../../platform/config/enrolment.ts'
import { jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'
import { enrolAll, enrolmentJob } from './enrolment.service.ts'
import { trustAuthority } from './requests.service.ts'

const DAY_MS = 86_400_000
const TLS = path.join(import.meta.dirname, '../../testing/test-only-tls')
const fileOf = (name: string) => path.join(TLS, name)
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const PARAMETERS: PinParameters = { kind: 'scrypt', cost: 32_768, blockSize: 8, salt: base64(Buffer.alloc(16, 7)) }

/** A service over TLS that lets in who has the other key of the tests, and the password. */
async function startService() {
  const asked: { readonly headers: IncomingMessage['headers']; readonly path: string; readonly body: Buffer }[] = []
  const state = {
    answer: (_body: Uint8Array<ArrayBuffer>, response: ServerResponse): unknown => response.writeHead(500).end(),
  }
  const read = (name: string) => readFileSync(fileOf(name))
  const tls = {
    ...{ key: read('key.pem'), cert: read('cert.pem'), ca: read('renewed-cert.pem') },
    ...{ requestCert: true, rejectUnauthorized: true },
  }
  const service = createServer(tls, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.from(Buffer.concat(chunks).toString('latin1'), 'base64')
    asked.push({ headers: request.headers, path: request.url ?? '', body })
    await state.answer(new Uint8Array(body), response)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  const stop = () => {
    service.closeAllConnections()
    return new Promise((resolve) => service.close(resolve))
  }
  return { url: `https://mail%40ra:p%40ss@mail.yanshu.test:${port}`, asked, state, stop }
}

let service: Awaited<ReturnType<typeof startService>>
let server: TestServer
let authority: TestAuthority
const settings = (more: Record<string, string> = {}) => {
  const files = {
    YANSHU_ENROLMENT_CA: fileOf('cert.pem'),
    YANSHU_ENROLMENT_CLIENT: clientFile(),
  }
  const read = readEnrolment({ YANSHU_ENROLMENT: service.url, ...files, ...more })
  if (!read) throw new Error('no service')
  return {
    ...read,
    lookup: ((_name, options, callback) => {
      if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }])
      else callback(null, '127.0.0.1', 4)
    }) satisfies NonNullable<(typeof read)['lookup']>,
  }
}
const clientFile = () => path.join(server.folder, 'client.pem')

beforeAll(async () => {
  service = await startService()
  server = await startTestServer({ engine: 'sqlite', still: true })
  const client = `${readFileSync(fileOf('renewed-key.pem'))}${readFileSync(fileOf('renewed-cert.pem'))}`
  await writeFile(clientFile(), client)
  Object.assign(server.context.config, { enrolment: settings() })
  server.stopClock()
  await setSwitch(server.context, { scope: 'organisation' }, { name: 'smimeEnable', value: true, locked: false })
  authority = await TestAuthority.make('Authority', () => server.context.now())
  await trustAuthority(server.context, 'Authority', authority.certificate)
})
afterAll(async () => {
  await server.stop()
  await service.stop()
})
beforeEach(() => {
  service.asked.length = 0
})

/** A person whose page has made a key and asks for these addresses. */
async function personAsking(local: string, addresses = [`${local}@${TEST_DOMAIN}`], count = 1) {
  const person = await server.as(await server.addUser(local))
  const sealed = { iv: base64(Buffer.alloc(12, 1)), sealed: base64(Buffer.from('sealed')) }
  const proof = base64(Buffer.alloc(32, local))
  for (let made = 0; made < count; made += 1) {
    const { privateKey } = await generateKey('p-256')
    const request = base64(await writeRequest({ commonName: 'x' }, addresses, privateKey))
    const first = made === 0 ? { parameters: PARAMETERS } : {}
    await person.post('keymanagement/key/save', { proof, ...first, keys: [{ sealed, request, certificates: [] }] })
  }
  return person
}
const run = () => jobsOf(server.context).runDue([enrolmentJob])
const standing = async (person: TestClient) => {
  const [key] = (await person.get('keymanagement/key/list')).list
  return [key?.enrolment, key?.certificates.length]
}

interface Issued {
  readonly by?: TestAuthority
  readonly addresses?: readonly string[]
  readonly otherKey?: boolean
}

/** Answers a request as an authority does, with its own certificate before the one that was asked for. */
async function issued(body: Uint8Array<ArrayBuffer>, response: ServerResponse, how: Issued = {}) {
  const { by = authority } = how
  const { publicKey, addresses } = await readRequest(body)
  const key = how.otherKey ? (await generateKey('p-256')).publicKey : publicKey
  const content = {
    ...{
      subject: writeName({ commonName: 'x' }),
      publicKey: key,
      addresses: how.addresses ?? addresses,
      use: 'mail' as const,
    },
    ...{ notBefore: new Date(server.context.now() - DAY_MS), notAfter: new Date(server.context.now() + DAY_MS) },
  }
  const certificate: Certificate = await issueCertificate(content, by)
  const bundle = base64(TestAuthority.bundle([by.certificate, certificate]))
  response.writeHead(200, { 'content-type': 'application/pkcs7-mime; smime-type=certs-only' }).end(bundle)
}

test('given a service, then a key that is made has its certificate without an operator, and the service gets the request alone', async () => {
  const person = await personAsking('li.na')
  expect(await standing(person)).toEqual(['asked', 0])
  service.state.answer = issued
  await run()
  expect(await standing(person)).toEqual(['none', 1])
  const [asked] = service.asked
  expect(asked?.path).toBe('/.well-known/est/simpleenroll')
  expect(asked?.headers).toMatchObject({
    'content-type': 'application/pkcs10',
    authorization: `Basic ${base64(Buffer.from('mail@ra:p@ss'))}`,
  })
  expect((await readRequest(new Uint8Array(asked?.body ?? []))).addresses).toEqual([`li.na@${TEST_DOMAIN}`])
  await run()
  expect(service.asked).toHaveLength(1)
})

test('given a person of the authority who decides, then the service is asked again when it has said, and not before', async () => {
  const person = await personAsking('wang.fang')
  service.state.answer = (_, response) => response.writeHead(202, { 'retry-after': '600' }).end()
  await run()
  expect(await standing(person)).toEqual(['waits', 0])
  server.wait(599_000)
  await run()
  expect(service.asked).toHaveLength(1)
  service.state.answer = issued
  server.wait(2_000)
  await run()
  expect(await standing(person)).toEqual(['none', 1])
})

test('given a service that refuses, fails, or issues what is of no use, then the person is shown which, and it is asked again', async () => {
  const person = await personAsking('chen.jie')
  const stranger = await TestAuthority.make('Stranger', () => server.context.now())
  const cases: readonly [typeof service.state.answer, string][] = [
    [(_, response) => response.writeHead(400).end('unknown template'), 'refused'],
    [(_, response) => response.writeHead(401).end(), 'refused'],
    [(_, response) => response.writeHead(503).end(), 'unreachable'],
    [(_, response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end(), 'unreachable'],
    [(_, response) => response.writeHead(200).end('A'.repeat(300_000)), 'unreachable'],
    [(_, response) => response.destroy(), 'unreachable'],
    [(_, response) => response.writeHead(200).end('hello'), 'unusable'],
    [(body, response) => issued(body, response, { by: stranger }), 'unusable'],
    [(body, response) => issued(body, response, { otherKey: true }), 'unusable'],
    [(body, response) => issued(body, response, { addresses: [`li.na@${TEST_DOMAIN}`] }), 'unusable'],
    [(body, response) => issued(body, response, { addresses: [] }), 'unusable'],
  ]
  for (const [answer, word] of cases) {
    service.state.answer = answer
    expect(await enrolAll(server.context)).toBe(1)
    await run()
    expect(await standing(person)).toEqual([word, 0])
  }
  // Another server in its place is not believed, and learns nothing.
  const before = service.asked.length
  Object.assign(server.context.config, { enrolment: settings({ YANSHU_ENROLMENT_CA: fileOf('renewed-cert.pem') }) })
  await enrolAll(server.context)
  await run()
  expect(await standing(person)).toEqual(['unreachable', 0])
  expect(service.asked).toHaveLength(before)
  Object.assign(server.context.config, { enrolment: settings() })
  service.state.answer = issued
  server.wait(DAY_MS)
  await run()
  expect(await standing(person)).toEqual(['none', 1])
})

test('given a request that names the address of another person, then the service is never asked', async () => {
  const person = await personAsking('thief', [`thief@${TEST_DOMAIN}`, `li.na@${TEST_DOMAIN}`])
  service.state.answer = issued
  await run()
  expect(await standing(person)).toEqual(['refused', 0])
  expect(service.asked).toEqual([])
  await person.post('mail/keyms/resetKey', {})
})

test('given a page that makes keys without end, then the service is asked about ten of a day', async () => {
  const person = await personAsking('many', undefined, 12)
  service.state.answer = issued
  await run()
  expect(service.asked).toHaveLength(10)
  const { list } = await person.get('keymanagement/key/list')
  expect(list.map(({ enrolment }) => enrolment)).toEqual(['waits', 'waits', ...Array(10).fill('none')])
})

test('given its address, then the place of the standard is added, and what is no https is refused', () => {
  const read = (address: string) => readEnrolment({ YANSHU_ENROLMENT: address })
  expect(readEnrolment({})).toBeNull()
  expect(read('https://pki.example')).toMatchObject({
    ...{ url: 'https://pki.example/.well-known/est/simpleenroll', authorization: null, ca: null, client: null },
  })
  expect(read('https://pki.example/.well-known/est/mail/')?.url).toBe(
    'https://pki.example/.well-known/est/mail/simpleenroll',
  )
  expect(read('https://pki.example/x/simpleenroll')?.url).toBe('https://pki.example/x/simpleenroll')
  for (const address of ['http://pki.example', 'pki.example']) expect(() => read(address)).toThrow('YANSHU_ENROLMENT')
})
