import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { newPrivateKey, publicKeyOf, signManifest } from '@yanshu/deploy'
import type { Manifest } from '@yanshu/discovery'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkManifest } from '../../cli/checkManifest.ts'
import { temporaryRoot } from '../../testing/temporaryRoot.ts'
import { CurrentManifest } from './currentManifest.ts'
import { LastGood } from './lastGood.ts'

const manifest = (revision: number): Manifest => ({
  revision,
  previous: null,
  updatedAt: '2026-03-02T08:11:09Z',
  updatedBy: 'ops',
  reason: 'test',
  ttlSeconds: 120,
  minHost: '0.1.0',
  discovery: { schema: '/mf/manifest.schema.json', microFrontends: {} },
})
const pem = newPrivateKey()
const keysOf = (...pems: string[]) => JSON.stringify({ keys: pems.map((one) => publicKeyOf(one)) })

let root: string
let keys: string
const logged: string[] = []
const at = (name: string) => path.join(root, name)
const kept = () => at('data/mf/manifest.last-good.json')

/** The manifest of a server that starts now. */
function start(): CurrentManifest {
  const note = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`)
  const files = { dataFolder: at('data'), clientFolder: at('client'), keys }
  return new CurrentManifest(files, new LastGood(at('data')), { info: note, warn: note, error: note })
}
const revisionOf = async (current: CurrentManifest) => (await current.read())?.revision

beforeEach(async () => {
  root = await mkdtemp(path.join(temporaryRoot(), 'yanshu-keys-'))
  keys = at('keys.json')
  logged.length = 0
  for (const folder of ['data/mf', 'client/mf', 'client/host']) await mkdir(at(folder), { recursive: true })
  await writeFile(at('client/mf/manifest.json'), JSON.stringify(manifest(1)))
  await writeFile(at('client/host/build.json'), JSON.stringify({ version: '0.1.0', provided: {} }))
  await writeFile(at('data/mf/manifest.json'), JSON.stringify(signManifest(manifest(7), pem)))
  await writeFile(keys, keysOf(pem))
})
afterEach(() => rm(root, { recursive: true }))

test.each([
  ['is missing', () => rm(keys), 'The keys of manifests cannot be read: ENOENT'],
  ['is broken', () => writeFile(keys, '{"keys": ['), 'is not a file of public keys'],
  ['has other keys', () => writeFile(keys, keysOf(newPrivateKey())), 'which is not known here'],
])(
  'given a key file that %s, then a restart goes on with the last good manifest, and check fails',
  async (_what, spoil, why) => {
    expect(await revisionOf(start())).toBe(7)
    const config = { dataFolder: at('data'), clientFolder: at('client'), manifestKeys: keys }
    expect(await checkManifest(config)).toContain('is at revision 7')
    await spoil()
    const current = start()
    expect(await current.read()).toMatchObject({ revision: 7, keys: [publicKeyOf(pem)] })
    expect(current.state().refused.join()).toContain(why)
    expect(logged.join()).toContain('the last good one, revision 7, is served until it is corrected')
    await expect(checkManifest(config)).rejects.toThrow(why)
  },
)

test('given keys that change, then they are read again without a restart', async () => {
  const current = start()
  expect(await revisionOf(current)).toBe(7)
  const other = newPrivateKey()
  await writeFile(at('data/mf/manifest.json'), JSON.stringify(signManifest(manifest(8), other)))
  expect(await revisionOf(current)).toBe(7)
  expect(current.state().refused.join()).toContain('not known here')
  await writeFile(keys, keysOf(pem, other))
  expect(await revisionOf(current)).toBe(8)
  expect(current.state().refused).toEqual([])
})

test('given a kept copy that this system has not written so, then it is not believed', async () => {
  expect(await revisionOf(start())).toBe(7)
  await rm(keys)
  const copy = await readFile(kept(), 'utf8')
  for (const forged of [
    copy.replace('\\"ttlSeconds\\":120', '\\"ttlSeconds\\":121'),
    JSON.stringify(manifest(9)),
    '{',
  ]) {
    expect(forged).not.toBe(copy)
    await writeFile(kept(), forged)
    expect(await revisionOf(start())).toBe(1)
  }
  await writeFile(kept(), copy)
  expect(await revisionOf(start())).toBe(7)
})
