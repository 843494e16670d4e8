import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryRoot } from '../../testing/temporaryRoot.ts'
import {
  addKey,
  derivedKey,
  isSealed,
  isSealedByNewest,
  keyNumbers,
  resealed,
  SecretLostError,
  seal,
  unseal,
} from './serverKey.ts'

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

test('another key seals from then on, and those before go on opening what they have sealed', async () => {
  const place = { dataFolder }
  const first = await seal(place, 'a', 'one')
  const given = await derivedKey(place, 'journal')
  expect(first).toMatch(/^sealed1\./)
  expect(await addKey(place)).toBe(2)
  expect(await keyNumbers(place)).toEqual([2, 1])
  const second = await seal(place, 'a', 'two')
  expect(second).toMatch(/^sealed2\.2\./)
  expect([await isSealedByNewest(place, first), await isSealedByNewest(place, second)]).toEqual([false, true])
  expect(await addKey(place)).toBe(3)
  const third = await seal(place, 'a', 'three')
  expect(await Promise.all([first, second, third].map((one) => unseal(place, 'a', one)))).toEqual([
    'one',
    'two',
    'three',
  ])
  const renewed = await resealed(place, 'a', first)
  expect(await unseal(place, 'a', renewed ?? '')).toBe('one')
  expect(await resealed(place, 'a', renewed ?? '')).toBeNull()
  expect(await resealed(place, 'a', 'in plain text')).toBeNull()
  // Of several commands at the same time one makes a key.
  const made = await Promise.allSettled([addKey(place), addKey(place), addKey(place)])
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength((await keyNumbers(place)).length - 3)
  expect(await unseal(place, 'a', third)).toBe('three')
  // What devices keep is opened by what was given for it.
  expect(await derivedKey(place, 'journal')).toEqual(given)
  // A server that runs meets what a key sealed that another program has made.
  const file = path.join(dataFolder, 'keys', 'server.key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const lines = (await readFile(file, 'utf8')).split('\n')
  await writeFile(file, `99 ${lines.find((line) => line.startsWith('3 '))?.split(' ')[1]}\n${lines.join('\n')}`)
  expect(await unseal(place, 'a', third.replace('sealed2.3.', 'sealed2.99.'))).toBe('three')
  await expect(unseal(place, 'a', third.replace('sealed2.3.', 'sealed2.98.'))).rejects.toThrow(SecretLostError)
  expect(isSealed('sealed2.x.AAAA')).toBe(false)
})
