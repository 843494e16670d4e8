import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Code, DEPLOYMENTS_CHANGED } from '@yanshu/contracts'
import { newPrivateKey, publicKeyOf, signManifest } from '@yanshu/deploy'
import { verifySignature } from '@yanshu/discovery/signature'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDepartment } from '../../store/accounts/accounts.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { CurrentManifest } from './currentManifest.ts'
import { haltCanary } from './deployments.service.ts'
import { LastGood } from './lastGood.ts'

const ENTRY = 'var notes=1'
const INTEGRITY = 'sha384-'
const version = (number: string, isDefault: boolean, integrity: string) => ({
  url: `/r/remote-notes/${number}-0a1b2c3d/remoteEntry.js`,
  metadata: { version: number, integrity },
  deployment: { traffic: isDefault ? 100 : 0, default: isDefault },
  extras: {
    mf: { name: `notes_${number.replaceAll('.', '_')}`, type: 'var' as const, expose: './remote' },
    requires: {},
    contributes: { routes: [{ prefix: 'notes', title: { zh: '便笺', en: 'Notes' } }] },
    build: { id: '0a1b2c3d' },
  },
})

async function integrityOf(content: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-384', new TextEncoder().encode(content))
  return INTEGRITY + Buffer.from(digest).toString('base64')
}

/** A built client with two versions of a remote, the older one for all people. */
async function writeClient(client: string): Promise<void> {
  const integrity = await integrityOf(ENTRY)
  for (const number of ['1.0.0', '1.1.0']) {
    const folder = path.join(client, `r/remote-notes/${number}-0a1b2c3d`)
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, 'remoteEntry.js'), ENTRY)
    await writeFile(path.join(folder, 'build.json'), JSON.stringify({ files: { 'remoteEntry.js': { integrity } } }))
  }
  await mkdir(path.join(client, 'host'))
  await mkdir(path.join(client, 'mf'))
  await writeFile(path.join(client, 'host/build.json'), JSON.stringify({ version: '0.1.0', provided: {} }))
  const manifest = {
    revision: 1,
    previous: null,
    updatedAt: '2026-03-02T08:11:09Z',
    updatedBy: 'build',
    reason: 'first build',
    ttlSeconds: 120,
    minHost: '0.1.0',
    discovery: {
      schema: '/mf/manifest.schema.json',
      microFrontends: { 'remote-notes': [version('1.1.0', false, integrity), version('1.0.0', true, integrity)] },
    },
  }
  await writeFile(path.join(client, 'mf/manifest.json'), JSON.stringify(manifest))
}

const TO_TEN = { action: 'promote', remote: 'remote-notes', version: '1.1.0', to: 10 } as const

describe.each(engines)('an administrator changes the deployment over HTTP, on %s', (engine) => {
  let server: TestServer
  let client: string
  let admin: TestClient
  let person: TestClient
  beforeAll(async () => {
    client = await mkdtemp(path.join(os.tmpdir(), 'yanshu-deployed-'))
    await writeClient(client)
    server = await startTestServer({ engine, clientFolder: client })
    await server.addUser('ops', { isAdmin: true })
    await server.addUser('li.na')
    const top = await createDepartment(server.context, { name: '远山集团', parentId: null })
    await createDepartment(server.context, { name: 'IT', parentId: top })
    admin = await server.login('ops')
    person = await server.login('li.na')
  })
  beforeEach(() => rm(path.join(server.folder, 'mf'), { recursive: true, force: true }))
  afterAll(async () => {
    await server.stop()
    await rm(client, { recursive: true })
  })

  const seen = async () => (await admin.get('deployments/status', {})).seen
  const change = async (more: object = {}) =>
    admin.post('deployments/change', { change: TO_TEN, reason: '试用', seen: await seen(), ...more })
  const served = async () => (await fetch(`${server.url}/mf/manifest.json`)).json()

  test('given a change, then it is served, open pages hear of it, and history and audit say who and why', async () => {
    const socket = await person.socket()
    const planned = await change({ dryRun: true })
    expect(planned).toMatchObject({
      outcome: 'planned',
      revision: 2,
      effects: ['remote-notes 1.1.0-0a1b2c3d goes to 10 % of the people (before: 0 %)'],
      findings: [],
    })
    expect((await served()).revision).toBe(1)
    expect((await change()).outcome).toBe('written')
    expect(await served()).toMatchObject({ revision: 2, updatedBy: 'ops@yanshu.test', reason: '试用' })
    expect(await socket.nextOf('event')).toMatchObject({ name: DEPLOYMENTS_CHANGED, data: { revision: 2 } })
    socket.close()
    const { list } = await admin.get('deployments/history', { limit: 5 })
    expect(list.map(({ revision }) => revision)).toEqual([2, 1])
    expect(list[0]?.differences).toContainEqual({
      path: 'remote-notes 1.1.0-0a1b2c3d deployment.traffic',
      before: '0',
      after: '10',
    })
    const audit = (await admin.get('deployments/audit', {})).list
    expect(audit).toMatchObject([{ by: 'ops@yanshu.test', reason: '试用', outcome: 'written', detail: 'revision 2' }])
  })

  test('given somebody who is no administrator, then nothing can be seen or changed', async () => {
    for (const path of ['status', 'history', 'audit']) {
      expect(await person.refused('GET', `deployments/${path}`)).toBe(Code.forbidden)
      expect(await server.anybody.refused('GET', `deployments/${path}`)).toBe(Code.tokenInvalid)
    }
    const body = { change: TO_TEN, reason: 'x', seen: await seen() }
    expect(await person.refused('POST', 'deployments/change', body)).toBe(Code.forbidden)
    expect((await served()).revision).toBe(1)
  })

  test('given another administrator who was quicker, then nothing is written, and both changes are told', async () => {
    await change()
    const looked = await seen()
    const rule = { action: 'rule', remote: 'remote-notes', version: '1.1.0', target: { department: 'IT' }, use: true }
    expect((await change({ change: rule })).outcome).toBe('written')
    const late = await change({ change: { ...TO_TEN, to: 50 }, seen: looked })
    expect(late).toMatchObject({ outcome: 'conflict', revision: 3 })
    expect(late.differences.map(({ path: at }) => at)).toEqual(['remote-notes 1.1.0-0a1b2c3d deployment.traffic'])
    expect(late.theirs.map(({ path: at }) => at)).toEqual(['remote-notes 1.1.0-0a1b2c3d extras.rollout.rules'])
    expect((await served()).revision).toBe(3)
    expect((await admin.get('deployments/audit', { limit: 1 })).list[0]?.outcome).toBe('conflict')
  })

  test('given a change that makes no sense, then the answer says why, and the audit keeps the attempt', async () => {
    const refused = async (more: object) =>
      admin.refused('POST', 'deployments/change', { change: TO_TEN, reason: '试用', seen: await seen(), ...more })
    expect(await refused({ change: { ...TO_TEN, version: '9.9.9' } })).toBe(Code.deploymentRefused)
    expect(await refused({ reason: '   ' })).toBe(Code.badRequest)
    expect(await refused({ reason: 'x'.repeat(10_000_000) })).toBe(Code.tooLarge)
    expect(await refused({ change: { ...TO_TEN, to: 11 } })).toBe(Code.badRequest)
    expect(await refused({ change: { ...TO_TEN, remote: '../../etc' } })).toBe(Code.badRequest)
    expect((await admin.get('deployments/audit', {})).list).toMatchObject([
      { outcome: 'refused', detail: expect.stringContaining('There is no remote-notes 9.9.9') },
    ])
  })

  test('given a rule for a department or a person that nobody knows here, then it is refused with the name', async () => {
    const ruleFor = (target: object, use: boolean | null = true) => ({
      change: { action: 'rule', remote: 'remote-notes', version: '1.1.0', target, use },
    })
    const refusal = async (target: object) => {
      const body = { ...ruleFor(target), reason: '试用', seen: await seen() }
      const { envelope } = await admin.raw('POST', 'deployments/change', { body })
      expect(envelope.code).toBe(Code.deploymentRefused)
      return JSON.stringify(envelope)
    }
    expect(await refusal({ department: 'ITT' })).toContain('There is no department “ITT” here')
    expect(await refusal({ user: 'li.no@yanshu.test' })).toContain('There is no account li.no@yanshu.test here')
    expect((await change(ruleFor({ user: 'Li.Na@yanshu.test' }))).outcome).toBe('written')
    expect((await change(ruleFor({ department: '远山集团' }))).outcome).toBe('written')
  })

  test('given a file with a mistake, then readyz says what is wrong while the server goes on serving', async () => {
    await change()
    await served()
    const file = path.join(server.folder, 'mf/manifest.json')
    await writeFile(file, (await readFile(file, 'utf8')).replace('"ttlSeconds": 120', '"ttlSeconds": "soon"'))
    expect((await served()).revision).toBe(2)
    const ready = await fetch(`${server.url}/readyz`)
    expect(ready.status).toBe(200)
    expect((await ready.json()).manifest).toMatch(/^refused, revision 2 is served: ttlSeconds must be/)
    server.problems.length = 0
  })

  test('given files that an operator published, then they are served like the built ones, and no address leads out', async () => {
    const folder = path.join(server.folder, 'r/remote-notes/2.0.0-0a1b2c3d')
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, 'remoteEntry.js'), 'var later=1')
    const answer = await fetch(`${server.url}/r/remote-notes/2.0.0-0a1b2c3d/remoteEntry.js`)
    expect(await answer.text()).toBe('var later=1')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    await writeFile(path.join(server.folder, 'secret.js'), 'secret')
    for (const address of ['/r/../secret.js', '/r/%2e%2e/secret.js', '/r/remote-notes/%2e%2e/%2e%2e/secret.js']) {
      expect((await fetch(server.url + address)).status).toBe(404)
    }
  })
})

test('given keys, then a server serves what was signed, goes on with it when something else comes, and says why', async () => {
  const client = await mkdtemp(path.join(os.tmpdir(), 'yanshu-signed-'))
  await writeClient(client)
  const pem = newPrivateKey()
  const manifestKeys = path.join(client, 'keys.json')
  await writeFile(manifestKeys, JSON.stringify({ keys: [publicKeyOf(pem)] }))
  const server = await startTestServer({ engine: 'sqlite', clientFolder: client, manifestKeys })
  try {
    const file = path.join(server.folder, 'mf/manifest.json')
    const built = JSON.parse(await readFile(path.join(client, 'mf/manifest.json'), 'utf8'))
    const served = async () => (await (await fetch(`${server.url}/mf/manifest.json`)).json()).revision
    const write = (manifest: object) => writeFile(file, JSON.stringify(manifest))
    await mkdir(path.dirname(file), { recursive: true })
    await write({ ...built, revision: 2 })
    expect(await served()).toBe(1)
    await write(signManifest({ ...built, revision: 3 }, pem))
    expect(await served()).toBe(3)
    await write({ ...signManifest({ ...built, revision: 4 }, pem), ttlSeconds: 1 })
    expect(await served()).toBe(3)
    await write(signManifest({ ...built, revision: 5 }, newPrivateKey()))
    expect(await served()).toBe(3)
    const note = (await (await fetch(`${server.url}/readyz`)).json()).manifest
    expect(note).toMatch(/^refused, revision 3 is served: it is signed by the key .* not known here$/)
    expect(server.problems).toHaveLength(3)
    await server.addUser('ops', { isAdmin: true })
    const admin = await server.login('ops')
    await write(signManifest({ ...built, revision: 6 }, pem))
    const { seen, signatureNeeded } = await admin.get('deployments/status', {})
    expect(signatureNeeded).toBe(true)
    const body = { change: TO_TEN, reason: 'x', seen }
    expect(await admin.refused('POST', 'deployments/change', body)).toBe(Code.deploymentRefused)
    expect(await served()).toBe(6)
  } finally {
    await server.stop()
    await rm(client, { recursive: true })
  }
})

test('given a key that may only stop versions, then a signed canary that fails is halted by the server, and nothing else is changed by it', async () => {
  const client = await mkdtemp(path.join(os.tmpdir(), 'yanshu-stopped-'))
  await writeClient(client)
  const [pem, stopPem] = [newPrivateKey(), newPrivateKey()]
  const [manifestKeys, manifestStopKey] = [path.join(client, 'keys.json'), path.join(client, 'stop.pem')]
  const stopKey = publicKeyOf(stopPem, { stopOnly: true })
  await writeFile(manifestKeys, JSON.stringify({ keys: [publicKeyOf(pem), stopKey] }))
  await writeFile(manifestStopKey, stopPem)
  const server = await startTestServer({ engine: 'sqlite', clientFolder: client, manifestKeys, manifestStopKey })
  try {
    await server.addUser('ops', { isAdmin: true })
    const admin = await server.login('ops')
    const folder = path.join(server.folder, 'mf')
    await mkdir(folder, { recursive: true })
    const built = JSON.parse(await readFile(path.join(client, 'mf/manifest.json'), 'utf8'))
    const given = structuredClone(built)
    given.discovery.microFrontends['remote-notes'][0].deployment.traffic = 10
    await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(signManifest({ ...given, revision: 4 }, pem)))
    const served = async () => (await fetch(`${server.url}/mf/manifest.json`)).json()
    expect((await served()).revision).toBe(4)

    const halted = await haltCanary(server.context, 'remote-notes', '1.1.0-0a1b2c3d', 'it failed for 9 of 20 people')
    expect(halted).toEqual({ written: true, why: '' })
    const manifest = await served()
    expect(await verifySignature(manifest, [publicKeyOf(pem), stopKey])).toMatchObject({
      revision: 5,
      updatedBy: 'yanshu',
      discovery: {
        microFrontends: { 'remote-notes': [{ deployment: { traffic: 0 } }, { deployment: { default: true } }] },
      },
    })
    const { list } = await admin.get('deployments/history', { limit: 5 })
    expect(list[0]).toMatchObject({ revision: 5, signedBy: stopKey.kid, reason: 'it failed for 9 of 20 people' })
    const { seen, signatureNeeded, canStop } = await admin.get('deployments/status', {})
    expect({ signatureNeeded, canStop }).toEqual({ signatureNeeded: true, canStop: true })
    const body = { change: TO_TEN, reason: 'x', seen }
    expect(await admin.refused('POST', 'deployments/change', body)).toBe(Code.deploymentRefused)

    // Without keys a page reads no stops, so they are a part of what it is given.
    const files = { dataFolder: server.folder, clientFolder: client, keys: null }
    const unsigned = await new CurrentManifest(files, new LastGood(server.folder), server.context.log).read()
    expect(JSON.parse(unsigned?.text ?? '')).toMatchObject({
      revision: 5,
      discovery: { microFrontends: { 'remote-notes': [{ deployment: { traffic: 0 } }, {}] } },
    })
  } finally {
    await server.stop()
    await rm(client, { recursive: true })
  }
})
