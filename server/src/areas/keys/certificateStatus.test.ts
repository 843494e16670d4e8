import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Certificate } from '@yanshu/cms'
import { fingerprintOf } from '@yanshu/cms'
import { TestAuthority } from '@yanshu/cms/testing'
import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRuntime } from '../../platform/runtime/runtime.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { statusOf } from './certificateStatus.service.ts'
import { trustAuthority } from './requests.service.ts'

const DAY_MS = 86_400_000
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** Where an authority answers over HTTP, as the test sets it. */
async function startResponder() {
  const asked: string[] = []
  const state = {
    answer: (_: IncomingMessage, response: ServerResponse): unknown => response.writeHead(404).end(),
  }
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['content-type'] ?? ''}`.trim())
    request.resume()
    await state.answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${port}`, asked, state, stop }
}

describe.each(engines)('whether certificates were revoked, on %s', (engine) => {
  let server: TestServer
  let responder: Awaited<ReturnType<typeof startResponder>>
  let authority: TestAuthority
  let person: TestClient
  let other: TestClient
  beforeAll(async () => {
    responder = await startResponder()
    server = await startTestServer({ engine, still: true, revocationHosts: ['127.0.0.1'] })
    server.stopClock()
    const on = { name: 'smimeEnable', value: true, locked: false } as const
    await setSwitch(server.context, { scope: 'organisation' }, on)
    authority = await TestAuthority.make('Authority', () => server.context.now())
    await trustAuthority(server.context, 'Authority', authority.certificate)
    person = await server.as(await server.addUser('person'))
    other = await server.as(await server.addUser('other'))
  })
  afterAll(async () => {
    await server.stop()
    await responder.stop()
  })

  const issue = async (where: 'ocsp' | 'list' | 'both' | 'none', by = authority, days = 4) => {
    const ocsp = where === 'ocsp' || where === 'both' ? [`${responder.url}/ocsp`] : []
    const lists = where === 'list' || where === 'both' ? [`${responder.url}/list`] : []
    const to = new Date(server.context.now() + days * DAY_MS)
    return (await by.issue({ addresses: ['li.na@far.example'], ocsp, lists, to })).certificate
  }
  const statusAs = async (client: TestClient, ...certificates: Certificate[]) => {
    responder.asked.length = 0
    const body = { certificates: certificates.map(({ der }) => base64(der)), issuers: [] }
    return (await client.post('keymanagement/key/status', body)).list
  }
  const answering = (bytes: Uint8Array) => {
    responder.state.answer = (_, response) => response.end(bytes)
  }

  test('given a responder, then each certificate is asked about once a while, by POST, for all people', async () => {
    const [good, gone] = [await issue('ocsp'), await issue('ocsp')]
    const revokedAt = server.context.now() - 3 * DAY_MS
    answering(await authority.answer(good, { status: 'good' }))
    expect(await statusAs(person, good)).toEqual([{ status: 'valid', since: null, reason: null }])
    expect(responder.asked).toEqual(['POST /ocsp application/ocsp-request'])
    answering(await authority.answer(gone, { status: 'revoked', revokedAt: new Date(revokedAt) }))
    const second = Math.floor(revokedAt / 1_000) * 1_000
    expect(await statusAs(other, good, gone)).toEqual([
      { status: 'valid', since: null, reason: null },
      { status: 'revoked', since: second, reason: null },
    ])
    expect(responder.asked).toHaveLength(1)
    // Thirty people at once make the server ask once.
    const many = await issue('ocsp')
    answering(await authority.answer(many, { status: 'good' }))
    responder.asked.length = 0
    const body = { certificates: [base64(many.der)], issuers: [] }
    const answers = await Promise.all(Array.from({ length: 30 }, () => statusOf(server.context, body)))
    expect(answers.map(({ list }) => list[0]?.status)).toEqual(Array(30).fill('valid'))
    expect(responder.asked).toHaveLength(1)
    // Another server of the same store asks no authority.
    await statusOf({ ...server.context, runtime: createRuntime() }, body)
    expect(responder.asked).toHaveLength(1)
    // The answer is asked for anew when it is over.
    server.wait(DAY_MS + 1)
    answering(await authority.answer(good, { status: 'revoked', revokedAt: new Date(revokedAt) }))
    expect(await statusAs(person, good)).toMatchObject([{ status: 'revoked' }])
  })

  test('given a responder that fails, then its list decides; what is not usable is named', async () => {
    const [both, listed] = [await issue('both'), await issue('list')]
    const at = new Date(server.context.now() - DAY_MS)
    const list = await authority.list({ revoked: [{ certificate: listed, at }] })
    responder.state.answer = ({ url }, response) =>
      url === '/list' ? response.end(list) : response.writeHead(500).end()
    expect(await statusAs(person, both, listed)).toMatchObject([{ status: 'valid' }, { status: 'revoked' }])
    const doubts: readonly (readonly [Uint8Array | null, string])[] = [
      [new TextEncoder().encode('<html>'), 'unusable'],
      [await authority.answer(both, { status: 'good' }), 'unusable'],
      [new Uint8Array(65 * 1024), 'unreachable'],
      [null, 'unreachable'],
    ]
    for (const [bytes, reason] of doubts) {
      const one = await issue('ocsp')
      if (bytes) answering(bytes)
      // A redirect leads nowhere.
      else responder.state.answer = (_, response) => response.writeHead(302, { location: '/list' }).end()
      expect(await statusAs(person, one)).toEqual([{ status: 'unknown', since: null, reason }])
      expect(responder.asked).toHaveLength(1)
      // It is not asked again at once.
      expect(await statusAs(person, one)).toEqual([{ status: 'unknown', since: null, reason }])
      expect(responder.asked).toEqual([])
    }
    const unlisted = await issue('ocsp')
    answering(await authority.answer(unlisted, { status: 'unknown' }))
    expect(await statusAs(person, unlisted)).toMatchObject([{ status: 'unknown', reason: 'unlisted' }])
  })

  test('given an authority that is not trusted, or an address inside, then nobody is connected to', async () => {
    const stranger = await TestAuthority.make('Stranger', () => server.context.now())
    expect(await statusAs(person, await issue('both', stranger), await issue('none'))).toEqual([
      { status: 'unknown', since: null, reason: 'untrusted' },
      { status: 'unknown', since: null, reason: 'unnamed' },
    ])
    const config = { ...server.context.config, revocationHosts: [] }
    const inside = await issue('both')
    const body = { certificates: [base64(inside.der)], issuers: [] }
    expect((await statusOf({ ...server.context, config }, body)).list).toMatchObject([
      { status: 'unknown', reason: 'unreachable' },
    ])
    expect(responder.asked).toEqual([])
    const broken = { certificates: [base64(new Uint8Array(40))], issuers: [] }
    expect(await person.refused('POST', 'keymanagement/key/status', broken)).toBe(Code.keyRefused)
  })

  test('given responders that hang, then others are answered, and no more than sixteen are waited for', async () => {
    const held: ServerResponse[] = []
    let isComplete = () => {}
    const complete = new Promise<void>((resolve) => {
      isComplete = resolve
    })
    responder.state.answer = (_, response) => {
      held.push(response)
      if (held.length === 16) isComplete()
    }
    const hanging = await Promise.all(Array.from({ length: 16 }, () => issue('ocsp')))
    const bodies = hanging.map(({ der }) => ({ certificates: [base64(der)], issuers: [] }))
    const waiting = bodies.map((body) => statusOf(server.context, body))
    await complete
    expect(await statusAs(person, await issue('ocsp'))).toMatchObject([{ status: 'unknown', reason: 'busy' }])
    expect((await other.get('keymanagement/key/known')).list).toEqual([])
    for (const response of held) response.writeHead(503).end()
    const reasons = (await Promise.all(waiting)).map(({ list }) => list[0]?.reason)
    expect(reasons).toEqual(Array(16).fill('unreachable'))
    // What was answered without is asked as soon as there is room.
    const later = await issue('ocsp')
    answering(await authority.answer(later, { status: 'good' }))
    expect(await statusAs(person, later)).toMatchObject([{ status: 'valid' }])
  })

  test('given certificates that are over, or revoked here, then nobody is asked, and a revocation that is known stays', async () => {
    const gone = await issue('ocsp')
    answering(await authority.answer(gone, { status: 'revoked' }))
    expect(await statusAs(person, gone)).toMatchObject([{ status: 'revoked' }])
    const over = await issue('ocsp', authority, 1)
    const fingerprint = await fingerprintOf(gone)
    await server.context.store.db
      .updateTable('certificate_status')
      .set({ until: server.context.now() + 3 * DAY_MS })
      .where('fingerprint', '=', fingerprint)
      .execute()
    server.wait(2 * DAY_MS)
    expect(await statusAs(person, over, gone)).toMatchObject([
      { status: 'expired', since: over.notAfter.getTime() },
      { status: 'revoked' },
    ])
    expect(responder.asked).toEqual([])
  })
})
