import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { integrityOf } from '@yanshu/build'
import { type Candidate, defaultOf, type Manifest } from '@yanshu/discovery'
import { contractProblems } from '../../tools/release-remote/contractTest.ts'
import { drawingProblems } from '../../tools/release-remote/drawParts.ts'
import { startStubHost } from '../../tools/release-remote/stubHost.ts'
import { builtManifest } from '../support/manifest.ts'
import { CLIENT } from '../support/startServer.ts'
import { test } from '../support/test.ts'
import { WITHOUT_MOVEMENT } from './still.ts'

test.use(WITHOUT_MOVEMENT)

const manifest = builtManifest()

test('given a host in front of a server that knows nobody, then every remote keeps its contract on it, and what differs is named', async ({
  browser,
}) => {
  const stub = await startStubHost({ host: path.join(CLIENT, 'host'), client: CLIENT, manifest })
  const page = await browser.newPage()
  try {
    const problemsOf = async (remote: string, change: object = {}) => {
      const candidate = defaultOf(manifest.discovery.microFrontends[remote] ?? [])
      if (!candidate) throw new Error(`${remote} was not built`)
      const { contributes } = candidate.extras
      const changed = { ...candidate, extras: { ...candidate.extras, contributes: { ...contributes, ...change } } }
      return contractProblems(page, stub.url, remote, changed)
    }
    for (const remote of Object.keys(manifest.discovery.microFrontends)) {
      expect(await problemsOf(remote), remote).toEqual([])
    }
    expect((await problemsOf('remote-settings', { intents: { 'mail.open': 1 } })).join()).toContain('mail.open')
  } finally {
    await page.close()
    stub.stop()
  }
})

/** An entry as webpack writes it, whose view draws nothing, whose slot throws and whose settings page asks for too much. */
const BROKEN = `var broken = { init() {}, get() {
  const part = (Part) => () => Promise.resolve({ default: Part })
  return Promise.resolve(() => ({ default: {
    contract: { name: 'remote-broken', major: 1 },
    routes: [{ path: 'broken/:id', load: part(() => null) }, { path: 'whole', load: part(({ params }) => 'whole') }],
    slots: { 'mail.card': part(({ mail }) => { throw new Error('no card for ' + mail.subject) }) },
    settings: { broken: part(({ at }) => at.length) },
    i18n: { ns: 'remote-broken', load: () => Promise.resolve({ default: {} }) },
  } }))
} }`

test('given a person who is logged in, then all parts of a remote are drawn, and those that cannot be are named', async ({
  browser,
}, testInfo) => {
  const none: Manifest = { ...manifest, discovery: { ...manifest.discovery, microFrontends: {} } }
  const problemsOf = async (candidate: Candidate | undefined, client: string, answers: 'empty' | 'filled') => {
    if (!candidate) throw new Error('it was not built')
    const stub = await startStubHost({ host: path.join(CLIENT, 'host'), client, manifest: none, answers })
    const context = await browser.newContext()
    try {
      return await drawingProblems(await context.newPage(), stub.url, candidate, answers)
    } finally {
      await context.close()
      stub.stop()
    }
  }
  const whole = defaultOf(manifest.discovery.microFrontends['remote-addressbook'] ?? [])
  for (const answers of ['empty', 'filled'] as const) expect(await problemsOf(whole, CLIENT, answers)).toEqual([])
  const client = testInfo.outputPath('client')
  const folder = path.join(client, 'r/remote-broken/1.0.0-0a1b2c3d')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'remoteEntry.js'), BROKEN)
  const broken: Candidate = {
    url: '/r/remote-broken/1.0.0-0a1b2c3d/remoteEntry.js',
    metadata: { version: '1.0.0', integrity: integrityOf(Buffer.from(BROKEN)) },
    deployment: { traffic: 100, default: true },
    extras: {
      mf: { name: 'broken', type: 'var', expose: './remote' },
      requires: {},
      contributes: { routes: [] },
    },
  }
  expect(await problemsOf(broken, client, 'filled')).toEqual([
    'with filled answers the view broken/:id draws nothing',
    expect.stringContaining('the slot mail.card threw no card for'),
    expect.stringContaining('the settings page broken threw'),
  ])
})
