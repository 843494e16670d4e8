import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Code, type OwnSettings } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantMailbox } from '../../store/accounts/reachableAccounts.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const NOTES = {
  wide: { type: 'boolean', default: false },
  size: { type: 'number', default: 2, min: 1, max: 5 },
  order: { type: 'choice', default: 'date', choices: ['date', 'name'] },
  pinned: { type: 'list', default: [], max: 100 },
  note: { type: 'text', default: '', max: 2_000 },
} as const satisfies OwnSettings

const version = (remote: string, number: string, isDefault: boolean, ownSettings: OwnSettings, stage?: string) => ({
  url: `/r/${remote}/${number}-0a1b2c3d/remoteEntry.js`,
  metadata: { version: number, integrity: 'sha384-aaaa' },
  deployment: { traffic: isDefault ? 100 : 0, default: isDefault },
  extras: {
    mf: { name: `${remote}_${number}`.replace(/\W/g, '_'), type: 'var', expose: './remote' },
    requires: {},
    contributes: { routes: [{ prefix: remote.slice(7), title: { zh: '便笺', en: 'Notes' } }], ownSettings },
    build: { id: '0a1b2c3d' },
    ...(stage ? { rollout: { salt: 'a', stage } } : {}),
  },
})

/** A built client: two versions of one remote, of which the newer declares one setting more, and one that is disabled. */
async function writeClient(client: string): Promise<void> {
  await mkdir(path.join(client, 'mf'), { recursive: true })
  await mkdir(path.join(client, 'host'))
  await writeFile(path.join(client, 'host/build.json'), JSON.stringify({ version: '0.1.0', provided: {} }))
  const newer = { ...NOTES, order: { ...NOTES.order, choices: ['date', 'name', 'size'] } } as const
  const manifest = {
    ...{ revision: 1, previous: null, updatedAt: '2026-03-02T08:11:09Z', updatedBy: 'build', reason: 'first build' },
    ...{ ttlSeconds: 120, minHost: '0.1.0' },
    discovery: {
      schema: '/mf/manifest.schema.json',
      microFrontends: {
        'remote-notes': [version('remote-notes', '1.1.0', false, newer), version('remote-notes', '1.0.0', true, NOTES)],
        'remote-boards': [version('remote-boards', '1.0.0', true, { wide: NOTES.wide }, 'disabled')],
      },
    },
  }
  await writeFile(path.join(client, 'mf/manifest.json'), JSON.stringify(manifest))
}

describe.each(engines)('settings of remotes, on %s', (engine) => {
  let client = ''
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  beforeAll(async () => {
    client = await mkdtemp(path.join(os.tmpdir(), 'yanshu-client-'))
    await writeClient(client)
    server = await startTestServer({ engine, clientFolder: client, failing: true })
    await server.addUser('wei')
    await server.addUser('na')
    await server.addUser('service', { accountType: 2 })
    wei = await server.login('wei')
    na = await server.login('na')
  })
  afterAll(async () => {
    await server.stop()
    await rm(client, { recursive: true, force: true })
  })

  const read = async (person: TestClient, remote = 'remote-notes') =>
    (await person.get('mail/remote/settings/get', { remote })).values
  const save = (person: TestClient, values: Record<string, unknown>, remote = 'remote-notes') =>
    person.raw('POST', 'mail/remote/settings/save', { body: { remote, values } })

  test('given what a remote declares, then it is kept for the person, by the remote, and null takes it back', async () => {
    expect(await read(wei)).toEqual({})
    await save(wei, { wide: true, size: 3 })
    await save(wei, { order: 'size', pinned: ['甲', 'b'] })
    await save(wei, { wide: true }, 'remote-boards')
    await save(wei, { wide: null })
    expect(await read(wei)).toEqual({ order: 'size', pinned: ['甲', 'b'], size: 3 })
    expect(await read(wei, 'remote-boards')).toEqual({ wide: true })
    expect(await read(na)).toEqual({})
  })

  test.each([
    ['a name that no version declares', { other: 1 }],
    ['a name of every object', { constructor: 'x' }],
    ['another type', { wide: 'yes' }],
    ['a number out of its bounds', { size: 6 }],
    ['a choice that is none', { order: 'colour' }],
    ['too many entries', { pinned: Array.from({ length: 101 }, () => 'x') }],
    ['a text that is too long', { note: 'x'.repeat(2_001) }],
    ['a value of more bytes than are kept', { pinned: Array.from({ length: 100 }, () => '字'.repeat(50)) }],
    ['one good and one bad', { size: 4, wide: 1 }],
  ])('given %s, then nothing is kept', async (_what, values) => {
    const before = await read(wei)
    expect((await save(wei, values)).envelope.code).toBe(Code.badRequest)
    expect(await read(wei)).toEqual(before)
    expect((await save(wei, { wide: true }, 'remote-unknown')).envelope.code).toBe(Code.badRequest)
  })

  test('given saves at the same time, then none loses another', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        save(
          na,
          at % 3 === 0 ? { size: 1 + (at % 5) } : at % 3 === 1 ? { wide: true, note: `${at}` } : { order: 'name' },
        ),
      ),
    )
    expect(await read(na)).toMatchObject({
      wide: true,
      order: 'name',
      note: expect.any(String),
      size: expect.any(Number),
    })
  })

  test('given a person in the mailbox of another, then they neither read nor write it, by no way', async () => {
    const owner = await server.login('service')
    await save(owner, { size: 5 })
    await grantMailbox(server.context, 'service@yanshu.test', 'na@yanshu.test')
    const there = new TestClient(server.url, await na.post('user/account/switch', { account: 'service@yanshu.test' }))
    expect(await there.refused('GET', 'mail/remote/settings/get', { remote: 'remote-notes' })).toBe(Code.forbidden)
    expect((await save(there, { size: 1 })).envelope.code).toBe(Code.forbidden)
    const file = await there.get('mail/main/settings/file')
    expect(file.parts.remotes).toBeUndefined()
    const given = { ...file, parts: { remotes: { 'remote-notes': { size: 5 } } } }
    expect((await there.post('mail/main/settings/preview', { file: given })).parts).toEqual([])
    expect(await read(owner)).toEqual({ size: 5 })
  })

  test('given the file of all settings, then another takes them over, and back, without what is not declared', async () => {
    await server.addUser('fang')
    const fang = await server.login('fang')
    await save(fang, { size: 1 })
    const file = await wei.get('mail/main/settings/file')
    expect(file.parts.remotes).toMatchObject({ 'remote-notes': { size: 3 }, 'remote-boards': { wide: true } })
    const remotes = { ...file.parts.remotes, 'remote-gone': { wide: true } }
    const given = { ...file, parts: { remotes } }
    const { parts } = await fang.post('mail/main/settings/preview', { file: given })
    expect(parts).toMatchObject([
      { part: 'remotes', added: 3, changed: 1, left: [{ name: 'remote-gone: wide', why: 'undeclared' }] },
    ])
    const { importId } = await fang.post('mail/main/settings/apply', { file: given, parts: ['remotes'] })
    expect(await read(fang)).toEqual(await read(wei))
    expect(await read(fang, 'remote-boards')).toEqual({ wide: true })
    await fang.post('mail/main/settings/undo', { importId })
    expect([await read(fang), await read(fang, 'remote-boards')]).toEqual([{ size: 1 }, {}])
  })
})
