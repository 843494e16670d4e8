import forge from 'node-forge'
import { expect, test } from 'vitest'
import { openSealedKey, readKeyFile, sealKey } from '../src/index.ts'
import { KEY_FILES } from './cases.ts'
import { fixtures, withBitTurned } from './fixtures.ts'

const file = (name: string) => fixtures.read(`key-files/${name}`)

test.each(KEY_FILES)(
  'given a key file of openssl ($file), then its key, certificate and chain are read',
  async (one) => {
    const { keys, others } = await readKeyFile(file(one.file), one.password)
    expect(keys.length).toBe(1)
    expect(keys[0]?.name).toBe('李娜')
    expect(keys[0]?.privateKey.kind).toBe(one.person)
    expect(keys[0]?.certificates).toEqual([fixtures.certificate(one.person)])
    expect(others).toEqual([fixtures.certificate('root')])
    await expect(readKeyFile(file(one.file), `${one.password}x`)).rejects.toMatchObject({ code: 'wrong-password' })
  },
)

test('given a file without a key, or one that was cut, then the reason is named', async () => {
  await expect(readKeyFile(file('no-key.p12'), 'a')).rejects.toMatchObject({ code: 'no-key' })
  await expect(readKeyFile(file('ec.p12').subarray(0, 100), 'a')).rejects.toMatchObject({ code: 'malformed' })
  const [{ password = '' } = {}] = KEY_FILES
  await expect(readKeyFile(withBitTurned(file('rsa.p12'), 300), password)).rejects.toMatchObject({ name: 'CmsError' })
})

test.each(['3des', 'aes256'] as const)('given a key file of node-forge (%s), then it is read', async (algorithm) => {
  const pem = (name: string) => new TextDecoder().decode(fixtures.read(name))
  const certificate = forge.pki.certificateFromPem(pem('forge.pem'))
  const key = forge.pki.privateKeyFromPem(pem('forge.key'))
  const asn1 = forge.pkcs12.toPkcs12Asn1(key, [certificate], 'forged', { algorithm, friendlyName: 'forge' })
  const written = new Uint8Array(Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1'))
  const { keys } = await readKeyFile(written, 'forged')
  expect(keys[0]?.certificates).toEqual([fixtures.certificate('forge')])
  await expect(readKeyFile(written, 'other')).rejects.toMatchObject({ code: 'wrong-password' })
})

test('given a key sealed under a PIN, then only that PIN opens it, for that account alone, and nothing of the key is in it', async () => {
  const { pkcs8 } = fixtures.key('ec')
  const cost = { cost: 2 ** 10, blockSize: 8 }
  const sealed = await sealKey(pkcs8, '135790', 'li.na@yanshu.test', cost)
  expect(await openSealedKey(sealed, '135790', 'Li.Na@yanshu.test')).toEqual(pkcs8)
  await expect(openSealedKey(sealed, '135791', 'li.na@yanshu.test')).rejects.toMatchObject({ code: 'wrong-password' })
  await expect(openSealedKey(sealed, '135790', 'boss@yanshu.test')).rejects.toMatchObject({ code: 'wrong-password' })
  for (const [changed, code] of [
    [{ cost: 2 ** 24 }, 'too-large'],
    [{ cost: 1000 }, 'malformed'],
  ] as const) {
    const costly = { ...sealed, parameters: { ...sealed.parameters, ...changed } }
    await expect(openSealedKey(costly, '135790', 'li.na@yanshu.test')).rejects.toMatchObject({ code })
  }
  const again = await sealKey(pkcs8, '135790', 'li.na@yanshu.test', cost)
  expect(again.sealed).not.toBe(sealed.sealed)
  expect(JSON.stringify(sealed)).not.toContain('135790')
})
