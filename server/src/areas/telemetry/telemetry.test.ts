import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { BEACONS_PER_MINUTE, type BeaconFact, Code } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { KEEP_MS } from './beacon.repository.ts'
import { isFailing } from './canaryRule.ts'
import { percentile, stepOf } from './histogram.ts'
import { telemetryOf } from './telemetry.ts'

const METRICS = 'metrics-token-0123456789'
const ENTRY = 'var notes=1'

async function version(number: string, traffic: number) {
  const digest = await crypto.subtle.digest('SHA-384', new TextEncoder().encode(ENTRY))
  return {
    url: `/r/remote-notes/${number}-0a1b2c3d/remoteEntry.js`,
    metadata: { version: number, integrity: `sha384-${Buffer.from(digest).toString('base64')}` },
    deployment: { traffic, default: traffic === 100 },
    extras: {
      mf: { name: `notes_${number.replaceAll('.', '_')}`, type: 'var', expose: './remote' },
      requires: {},
      contributes: { routes: [] },
      rollout: { salt: 'k', stage: traffic === 100 ? 'stable' : 'canary' },
      build: { id: '0a1b2c3d' },
    },
  }
}

/** A built client with a version for all people and one for ten percent. */
async function writeClient(client: string): Promise<void> {
  for (const number of ['1.0.0', '1.1.0']) {
    const folder = path.join(client, `r/remote-notes/${number}-0a1b2c3d`)
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, 'remoteEntry.js'), ENTRY)
    const { metadata } = await version(number, 0)
    await writeFile(path.join(folder, 'build.json'), JSON.stringify({ files: { 'remoteEntry.js': metadata } }))
  }
  for (const name of ['host', 'mf']) await mkdir(path.join(client, name))
  await writeFile(path.join(client, 'host/build.json'), JSON.stringify({ version: '0.1.0', provided: {} }))
  const manifest = {
    revision: 7,
    previous: null,
    updatedAt: new Date().toISOString(),
    updatedBy: 'build',
    reason: 'two versions',
    ttlSeconds: 120,
    minHost: '0.1.0',
    discovery: {
      schema: '/mf/manifest.schema.json',
      microFrontends: { 'remote-notes': [await version('1.1.0', 10), await version('1.0.0', 100)] },
    },
  }
  await writeFile(path.join(client, 'mf/manifest.json'), JSON.stringify(manifest))
}

const of = (number: string, revision = 7) => ({
  remote: 'remote-notes',
  build: `notes_${number.replaceAll('.', '_')}`,
  revision,
})
const ran = (number: string, ms = 80, revision = 7): BeaconFact => ({
  kind: 'load',
  ...of(number, revision),
  ms,
  bucket: 4,
})
const failed = (number: string): BeaconFact => ({ kind: 'failure', ...of(number), class: 'evaluate' })
const OLD = '1.0.0-0a1b2c3d'
const NEW = '1.1.0-0a1b2c3d'

describe.each(engines)('what pages report, on %s', (engine) => {
  let server: TestServer
  let client: string
  let admin: TestClient
  let person: TestClient
  beforeEach(async () => {
    client = await mkdtemp(path.join(os.tmpdir(), 'yanshu-told-'))
    await writeClient(client)
    server = await startTestServer({
      engine,
      clientFolder: client,
      metricsToken: METRICS,
      canaryRule: { percent: 20, tried: 5 },
    })
    await server.addUser('ops', { isAdmin: true })
    await server.addUser('li.na')
    admin = await server.login('ops')
    person = await server.login('li.na')
  })
  afterEach(async () => {
    await server.stop()
    await rm(client, { recursive: true })
  })

  const report = (who: TestClient, ...facts: BeaconFact[]) => who.post('telemetry/beacon', { facts })
  const summary = () => admin.get('telemetry/summary', {})
  const totalOf = async (label: string) => (await summary()).versions.find((one) => one.version === label)
  const manifest = async () => (await fetch(`${server.url}/mf/manifest.json`)).json()
  const trafficOf = async () =>
    (await manifest()).discovery.microFrontends['remote-notes'].map(
      ({ deployment }: { deployment: { traffic: number } }) => deployment.traffic,
    )

  test('given pages of two people, then administrators see how each version does, and a monitor its figures', async () => {
    await report(person, ran('1.1.0', 90), ran('1.1.0', 90), failed('1.1.0'), failed('1.1.0'))
    await report(person, { kind: 'fallback', ...of('1.1.0'), ms: 300 }, ran('1.0.0', 40))
    await report(
      admin,
      ran('1.0.0', 60),
      { kind: 'vital', ...of('1.0.0'), name: 'INP', value: 120 },
      { kind: 'duplicate', remote: 'host', build: '0.1.0', revision: 7 },
    )
    const error = { kind: 'error', ...of('1.1.0'), name: 'TypeError' } as const
    const frames = [{ file: '/r/remote-notes/1.1.0-0a1b2c3d/main.js', line: 1, column: 42 }]
    await report(admin, { ...error, frames })
    await report(admin, { ...error, frames })
    const { versions, errors, rule, stepMs } = await summary()
    expect(versions.map((one) => [one.remote, one.version])).toEqual([
      ['host', '0.1.0'],
      ['remote-notes', NEW],
      ['remote-notes', OLD],
    ])
    const canary = versions[1]
    expect(canary).toMatchObject({ revision: 7, buckets: [0, 9] })
    expect(canary?.total).toMatchObject({ loads: 2, failures: { evaluate: 2 }, errors: 2, tried: 2, failed: 2 })
    expect(canary?.total.fallbackMs).toBeGreaterThan(250)
    expect(canary?.total.loadMs).toBeGreaterThan(50)
    expect(canary?.points).toHaveLength(1)
    expect(canary?.points[0]?.at).toBe(Math.floor(server.context.now() / stepMs) * stepMs)
    expect(versions[2]?.total).toMatchObject({ loads: 2, failures: {}, tried: 2, failed: 0 })
    expect(versions[2]?.total.vitals.INP).toBeGreaterThan(100)
    expect(errors).toMatchObject([{ version: NEW, name: 'TypeError', frames, count: 2 }])
    expect(rule).toEqual({ percent: 20, tried: 5 })

    const figures = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS}` } })
    const text = await figures.text()
    const labels = `remote="remote-notes",version="${NEW}"`
    expect(text).toContain(`yanshu_remote_failures_total{${labels},class="evaluate"} 2`)
    expect(text).toContain(`yanshu_remote_load_seconds_bucket{${labels},le="0.1"} 2`)
    expect(text).toContain(`yanshu_remote_load_seconds_count{${labels}} 2`)
    expect(text).toContain(`yanshu_remote_people_failed_total{${labels}} 2`)
    expect(text).not.toContain('li.na')
  })

  test('given no administrator, then nothing is shown; given nobody, nothing is taken', async () => {
    expect(await person.refused('GET', 'telemetry/summary')).toBe(Code.forbidden)
    expect(await server.anybody.refused('POST', 'telemetry/beacon', { facts: [ran('1.0.0')] })).toBe(Code.tokenInvalid)
    expect((await person.post('mail/main/index', {})).releasesEnable).toBe(false)
    expect((await admin.post('mail/main/index', {})).releasesEnable).toBe(true)
  })

  test('given what no page sends, then it is refused; given builds that nobody published, then they count as one', async () => {
    const wrong: unknown[] = [
      [],
      Array.from({ length: 51 }, () => ran('1.0.0')),
      [{ ...ran('1.0.0'), remote: 'li.na@yanshu.test' }],
      [{ ...ran('1.0.0'), user: 'li.na' }],
      [{ kind: 'error', ...of('1.0.0'), name: 'Error', message: '给李娜', frames: [] }],
      [{ kind: 'error', ...of('1.0.0'), name: 'Error', frames: [{ file: 'https://a.test/x.js', line: 1, column: 1 }] }],
      [{ kind: 'load', ...of('1.0.0'), ms: -1, bucket: null }],
    ]
    for (const facts of wrong) expect(await person.refused('POST', 'telemetry/beacon', { facts })).toBe(Code.badRequest)
    const invented = Array.from({ length: 40 }, (_, at) => ({ ...ran('1.0.0'), build: `made_${at}`, revision: at }))
    await report(person, ...invented, { ...ran('1.0.0'), remote: 'host', build: 'x'.repeat(100) })
    const { versions } = await summary()
    expect(versions.map((one) => [one.remote, one.version, one.total.loads])).toEqual([
      ['host', 'other', 1],
      ['remote-notes', 'other', 40],
    ])
  })

  test('given a page that never stops, then it is told to wait, and another person is not', async () => {
    server.stopClock()
    for (let times = 0; times < BEACONS_PER_MINUTE; times += 1) await report(person, ran('1.0.0'))
    expect(await person.refused('POST', 'telemetry/beacon', { facts: [ran('1.0.0')] })).toBe(Code.tooManyRequests)
    await report(admin, ran('1.0.0'))
    server.wait(60_000)
    await report(person, ran('1.0.0'))
    expect((await totalOf(OLD))?.total).toMatchObject({ loads: BEACONS_PER_MINUTE + 2 })
  })

  test('given a canary that fails for too many, then nobody gets it, the audit log says why, and operators have a mail, once', async () => {
    const people: TestClient[] = []
    for (let at = 0; at < 4; at += 1) {
      await server.addUser(`user${at}`)
      people.push(await server.login(`user${at}`))
    }
    // One broken browser is one person, however often it reports.
    await report(person, ...Array.from({ length: 30 }, () => failed('1.1.0')))
    await report(admin, ran('1.1.0'), ran('1.0.0'))
    await summary()
    expect(await trafficOf()).toEqual([10, 100])
    for (const [at, one] of people.entries()) await report(one, at < 2 ? failed('1.1.0') : ran('1.1.0'))
    await summary()
    expect(await manifest()).toMatchObject({ revision: 8, updatedBy: 'yanshu', reason: 'it failed for 3 of 6 people' })
    expect(await trafficOf()).toEqual([0, 100])
    const [line] = (await admin.get('deployments/audit', {})).list
    expect(line).toMatchObject({ by: 'yanshu', from: 'rule', outcome: 'written', detail: 'revision 8' })
    for (const one of people) await report(one, failed('1.1.0'))
    await summary()
    await server.dispatcher.runDue()
    const { list } = await admin.get('mail/email/mailbox/list', { pageSize: 10 })
    expect(list.map(({ subject }) => subject)).toEqual([`灰度版本出错 A canary fails: remote-notes ${NEW}`])
    expect(server.problems.splice(0)).toEqual([expect.stringContaining('was taken from everybody')])
    // Given again by an operator, it is judged anew.
    const { seen } = await admin.get('deployments/status', {})
    const change = { action: 'promote', remote: 'remote-notes', version: '1.1.0', to: 10 } as const
    await admin.post('deployments/change', { change, reason: 'corrected the network', seen })
    server.wait(6_000)
    await report(admin, { ...failed('1.1.0'), revision: 9 })
    await summary()
    expect((await manifest()).revision).toBe(9)
  })

  test('given five weeks, then counts go', async () => {
    await report(person, ran('1.0.0'))
    await summary()
    server.wait(KEEP_MS + 7_200_000)
    await telemetryOf(server.context).write()
    expect(await server.context.store.db.selectFrom('beacon_count').selectAll().execute()).toEqual([])
  })
})

test('given values, then their step is found, and a share of them by it', () => {
  expect([0, 25, 26, 6_400, 99_999].map((value) => stepOf('load', value))).toEqual([0, 0, 1, 8, 9])
  expect(percentile('load', new Map(), 0.75)).toBeNull()
  expect(percentile('load', new Map([[2, 4]]), 0.75)).toBe(88)
  expect(percentile('load', new Map([[9, 4]]), 0.75)).toBe(6_400)
})

test('given few people, few failures, or a version for everybody that fails as well, then a canary stays', () => {
  const limit = { percent: 10, tried: 20 }
  const fine = { tried: 200, failed: 1 }
  expect(isFailing({ tried: 19, failed: 19 }, fine, limit)).toBe(false)
  expect(isFailing({ tried: 100, failed: 10 }, fine, limit)).toBe(false)
  expect(isFailing({ tried: 100, failed: 11 }, fine, limit)).toBe(true)
  expect(isFailing({ tried: 100, failed: 50 }, { tried: 400, failed: 190 }, limit)).toBe(false)
})
