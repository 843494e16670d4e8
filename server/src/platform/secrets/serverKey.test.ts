import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryRoot } from '../../testing/temporaryRoot.ts'
import { isSealed, SecretLostError, seal, unseal } from './serverKey.ts'

let dataFolder: string
beforeEach(async () => {
  dataFolder = await mkdtemp(path.join(temporaryRoot(), 'yanshu-key-'))
})
afterEach(() => rm(dataFolder, { recursive: true, force: true }))

test('a secret opens for whom it was sealed alone, and the key is a file that others cannot read', async () => {
  const place = { dataFolder }
  const sealed = await Promise.all(['雁书', '雁书'].map((secret) => seal(place, 'totp:1', secret)))
  expect(sealed[0]).not.toBe(sealed[1])
  expect(sealed.every(isSealed)).toBe(true)
  expect(await unseal(place, 'totp:1', sealed[0] ?? '')).toBe('雁书')
  await expect(unseal(place, 'totp:2', sealed[0] ?? '')).rejects.toThrow(SecretLostError)
  await expect(unseal(place, 'totp:1', `${sealed[0]}AAAA`)).rejects.toThrow(SecretLostError)
  await expect(unseal(place, 'totp:1', 'sealed1.')).rejects.toThrow(SecretLostError)
  expect(await readdir(path.join(dataFolder, 'keys'))).toEqual(['server.key'])
  const file = path.join(dataFolder, 'keys', 'server.key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(Buffer.from(await readFile(file, 'utf8'), 'base64')).toHaveLength(32)
})

test('a key file that is damaged is named, and what another key has sealed is lost', async () => {
  const place = { dataFolder }
  const other = { dataFolder: path.join(dataFolder, 'other') }
  const sealed = await seal(other, 'a', 'secret')
  await seal(place, 'a', 'secret')
  await expect(unseal(place, 'a', sealed)).rejects.toThrow(/put that file back/)
  const damaged = path.join(dataFolder, 'damaged')
  await mkdir(path.join(damaged, 'keys'), { recursive: true })
  await writeFile(path.join(damaged, 'keys', 'server.key'), 'short')
  await expect(seal({ dataFolder: damaged }, 'a', 'b')).rejects.toThrow(/is damaged/)
})
