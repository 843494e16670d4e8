import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Manifest, validateManifest } from '@yanshu/discovery'
import { isUsed } from '@yanshu/discovery/operations'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkManifest } from '../../server/src/cli/checkManifest.ts'
import { startTestServer, type TestServer } from '../../server/src/testing/testServer.ts'
import { Installation, writeBuild } from './installation.ts'

const fine = { code: 0, err: '' }

let here: Installation
let server: TestServer
beforeEach(async () => {
  here = await Installation.make()
  await here.install('0.1.0', { 'remote-notes': '1.0.0', 'remote-files': '1.0.0' })
  server = await startTestServer({ engine: 'sqlite', clientFolder: here.client, failing: true })
})
afterEach(async () => {
  await server.stop()
  await here.remove()
})

const remotes = (...args: string[]) => here.start(['--data', server.folder, ...args]).done
const manifestFile = () => path.join(server.folder, 'mf/manifest.json')
const served = async (): Promise<Manifest> => (await fetch(`${server.url}/mf/manifest.json`)).json()
const ready = async () => {
  const answer = await fetch(`${server.url}/readyz`)
  return { status: answer.status, body: await answer.json() }
}

/** The default version of each remote, once every entry that is given to any account was fetched. */
async function given(): Promise<Record<string, string>> {
  const manifest = await served()
  const all = Object.entries(manifest.discovery.microFrontends)
  for (const { url } of all.flatMap(([, candidates]) => candidates.filter(isUsed))) {
    expect((await fetch(server.url + url)).status, url).toBe(200)
  }
  return Object.fromEntries(
    all.flatMap(([remote, candidates]) =>
      candidates.filter((one) => isUsed(one) && one.deployment.default).map((one) => [remote, one.metadata.version]),
    ),
  )
}

test('given a manifest that was changed once, when another build is installed, then its versions are given and every entry answers', async () => {
  expect(await remotes('disable', 'remote-files', '-m', 'not yet')).toMatchObject(fine)
  expect(await remotes('enable', 'remote-files', '-m', 'now')).toMatchObject(fine)
  await here.install('0.2.0', { 'remote-notes': '1.1.0', 'remote-files': '1.0.1' })
  expect(await given()).toEqual({ 'remote-notes': '1.1.0', 'remote-files': '1.0.1' })
  expect(await ready()).toMatchObject({ status: 200, body: { remotes: 'ok' } })
  const { out } = await remotes('status')
  expect(out).toContain('the installed build brought remote-notes 1.1.0-0a1b2c3d, remote-files 1.0.1-0a1b2c3d')
  expect(out).toContain('remote-notes 1.1.0-0a1b2c3d goes to everybody (before: 1.0.0-0a1b2c3d)')
  expect(await remotes('verify')).toMatchObject(fine)
  expect(await remotes('disable', 'remote-files', '-m', 'later')).toMatchObject(fine)
  expect((await remotes('history')).out).toMatch(
    /^5\t.*\tlater\n4\t.*\tbuild\tthe installed build brought .*\n3\t.*\tnow\n/,
  )
}, 240_000)

test('given a manifest of before decisions were kept, then an upgrade takes the new versions and keeps what was disabled and revoked', async () => {
  await remotes('publish', await writeBuild(path.join(here.root, 'own'), { version: '0.9.0' }), '-m', 'own')
  await remotes('revoke', 'remote-notes', '0.9.0', '-m', 'loses drafts')
  await remotes('disable', 'remote-files', '-m', 'not yet')
  // The file as it was written before.
  const { decisions: _, ...before } = await here.manifest(server.folder)
  expect(validateManifest(before)).toBe(before)
  await writeFile(manifestFile(), JSON.stringify(before))
  await here.install('0.2.0', { 'remote-notes': '1.1.0', 'remote-files': '2.0.0' })
  expect(await given()).toEqual({ 'remote-notes': '1.1.0' })
  const { out } = await remotes('status')
  expect(out).toMatch(/0\.9\.0-0a1b2c3d +revoked/)
  expect(out).toMatch(/2\.0\.0-0a1b2c3d +disabled/)
  const again = await remotes('promote', 'remote-notes', '0.9.0', '--to', '100', '-m', 'x')
  expect(again.err).toContain('was revoked and is not given again')
}, 240_000)

test('given versions of the build that were published or pinned, then they lie in the data folder and outlive the build', async () => {
  const fromDist = await writeBuild(here.client, { version: '1.2.0' })
  expect(await remotes('publish', fromDist, '-m', 'the new list')).toMatchObject(fine)
  expect(await remotes('promote', 'remote-notes', '1.2.0', '--to', '10', '-m', 'some')).toMatchObject(fine)
  expect(await remotes('pin', 'remote-files', '1.0.0', '-m', 'the audit')).toMatchObject(fine)
  await here.install('0.2.0', { 'remote-notes': '1.1.0', 'remote-files': '2.0.0' })
  expect(await given()).toEqual({ 'remote-notes': '1.1.0', 'remote-files': '1.0.0' })
  expect((await remotes('status')).out).toMatch(/1\.2\.0-0a1b2c3d +10 %/)
  expect(await remotes('verify')).toMatchObject({ code: 0 })
  // A revision of before the upgrade is gone back to as far as its versions are there.
  expect(await remotes('restore', '1', '-m', 'as it came')).toMatchObject(fine)
  expect(await given()).toEqual({ 'remote-notes': '1.1.0', 'remote-files': '2.0.0' })
}, 240_000)

test('given the manifest and audit log of before decisions were kept, then a version that was pinned stays while it is there', async () => {
  expect(await remotes('pin', 'remote-files', '1.0.0', '-m', 'the audit')).toMatchObject(fine)
  const { decisions: _, ...before } = await here.manifest(server.folder)
  await writeFile(manifestFile(), JSON.stringify(before))
  await here.install('0.2.0', { 'remote-notes': '1.1.0', 'remote-files': '2.0.0' })
  expect(await given()).toEqual({ 'remote-notes': '1.1.0', 'remote-files': '1.0.0' })
}, 240_000)

test('given an entry that people are given and that is missing, then the server is not ready and says which', async () => {
  await rm(path.join(here.client, 'r/remote-notes'), { recursive: true })
  const missing = await ready()
  expect(missing.status).toBe(503)
  expect(missing.body).toMatchObject({ ready: false, remotes: 'failed' })
  expect(missing.body.manifest).toBe('revision 1 is served, and files of it are missing: remote-notes 1.0.0-0a1b2c3d')
  const config = { dataFolder: server.folder, clientFolder: here.client, manifestKeys: null }
  await expect(checkManifest(config)).rejects.toThrow(
    /^The manifest of the remotes, revision 1: remote-notes 1\.0\.0-0a1b2c3d: .* is not there\. See: remotes verify$/,
  )
  await writeBuild(here.client, { version: '1.0.0' })
  expect((await ready()).status).toBe(200)
  expect(await checkManifest(config)).toContain('is at revision 1')
})

test('given a rule for a department or a person that nobody knows here, then the tool refuses it with the name', async () => {
  await server.addUser('li.na')
  await remotes('publish', await writeBuild(path.join(here.root, 'own'), { version: '1.2.0' }), '-m', 'own')
  const rule = (...target: string[]) => remotes('rule', 'remote-notes', '1.2.0', ...target, '-m', 'they asked')
  const refused = (sentence: string) => ({ code: 1, err: expect.stringContaining(sentence) })
  expect(await rule('--department', 'ITT')).toMatchObject(refused('There is no department “ITT” here'))
  expect(await rule('--user', 'li.no@yanshu.test')).toMatchObject(refused('There is no account li.no@yanshu.test here'))
  expect(await rule('--user', 'li.na@yanshu.test')).toMatchObject(fine)
  expect(await rule('--department', 'ITT', '--remove')).toMatchObject(refused('has no such rule'))
}, 240_000)

test('given a version that was revoked, then a restore says that it stays so, and gives it again where it is named', async () => {
  await remotes('publish', await writeBuild(path.join(here.root, 'own'), { version: '1.2.0' }), '-m', 'own')
  await remotes('promote', 'remote-notes', '1.2.0', '--to', '10', '-m', 'some')
  await remotes('revoke', 'remote-notes', '1.2.0', '-m', 'loses drafts')
  await remotes('disable', 'remote-files', '-m', 'later')
  const restored = await remotes('restore', '3', '-m', 'back')
  expect(restored).toMatchObject({
    code: 0,
    err: expect.stringContaining('1.2.0-0a1b2c3d was revoked after revision 3'),
  })
  expect((await remotes('status')).out).toMatch(/1\.2\.0-0a1b2c3d +revoked/)
  expect(await remotes('restore', '3', '--again', 'remote-notes@1.2.0', '-m', 'it was not that')).toMatchObject(fine)
  expect((await remotes('status')).out).toMatch(/1\.2\.0-0a1b2c3d +10 %/)
}, 240_000)

test('given a signed manifest, when another build is installed, then check and verify fail until the result is signed', async () => {
  const key = path.join(here.root, 'key.pem')
  const keys = path.join(here.root, 'keys.json')
  await writeFile(keys, (await remotes('keys', 'new', key)).out)
  const signedServer = await startTestServer({ engine: 'sqlite', clientFolder: here.client, manifestKeys: keys })
  try {
    const run = (...args: string[]) => here.start(['--data', signedServer.folder, '--keys', keys, ...args]).done
    const config = { dataFolder: signedServer.folder, clientFolder: here.client, manifestKeys: keys }
    const note = async () => (await (await fetch(`${signedServer.url}/readyz`)).json()).manifest
    const signatureOf = async () => (await (await fetch(`${signedServer.url}/mf/manifest.json`)).json()).signature
    const sign = ['keys', 'sign', '-m', 'the new build', '--key', key]
    expect(await run('disable', 'remote-files', '-m', 'not yet', '--key', key)).toMatchObject(fine)
    expect(await checkManifest(config)).toContain('is at revision 2')
    const toSign =
      'Another build was installed after revision 2 was signed, and revision 3 is served without a signature'
    for (const [version, revision] of [
      ['1.1.0', 2],
      ['1.0.0', 4],
    ] as const) {
      await here.install('0.2.0', { 'remote-notes': version, 'remote-files': version })
      const sentence = toSign.replace('2', String(revision)).replace('3', String(revision + 1))
      await expect(checkManifest(config)).rejects.toThrow(sentence)
      expect(await run('verify')).toMatchObject({
        code: 1,
        err: expect.stringContaining('remotes keys sign --key FILE'),
      })
      expect(await note()).toBe(
        `revision ${revision + 1} is served without a signature, because another build was installed: remotes keys sign`,
      )
      expect(await signatureOf()).toBeUndefined()
      expect(await run(...sign)).toMatchObject(fine)
      expect(await checkManifest(config)).toContain(`is at revision ${revision + 2}`)
      expect(await run('verify')).toMatchObject(fine)
      expect(await note()).toBe(`revision ${revision + 2} is served`)
      expect(await signatureOf()).toMatchObject({ kid: expect.any(String) })
      expect((await run('status')).out).toMatch(/disabled/)
    }
  } finally {
    await signedServer.stop()
  }
}, 240_000)
