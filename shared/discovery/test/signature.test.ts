/// <reference types="node" />
import { generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from '../src/canonicalJson.ts'
import type { Manifest } from '../src/index.ts'
import { type ManifestKey, signedText, verifySignature } from '../src/signature.ts'
import { byDefault, candidate, manifest } from './samples.ts'

const plain = manifest({ 'remote-mail': [candidate('remote-mail', '1.0.0', byDefault)] })

function keyPair(kid: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const signed = (of: Manifest): Manifest => {
    const sig = sign('sha256', Buffer.from(signedText(of)), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return { ...of, signature: { alg: 'ES256', kid, sig: sig.toString('base64url') } }
  }
  return { key: { kid, x, y } satisfies ManifestKey, signed }
}
const [first, second] = [keyPair('first'), keyPair('second')]

test('given a value in any order of its members, then its canonical form is the same and says the same', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, member]) => [name, shuffled(member)]),
    )
  }
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const known: unknown = JSON.parse(JSON.stringify(value))
      expect(canonicalJson(shuffled(known))).toBe(canonicalJson(known))
      expect(JSON.parse(canonicalJson(known))).toEqual(known)
    }),
    { seed: 1 },
  )
  expect(canonicalJson({ b: [1, { d: '雁', c: null }], a: true })).toBe('{"a":true,"b":[1,{"c":null,"d":"雁"}]}')
})

test('given several keys, then what any of them signed is believed, whatever the order of its members', async () => {
  const keys = [first.key, second.key]
  for (const pair of [first, second]) await verifySignature(pair.signed(plain), keys)
  const { discovery, ...rest } = first.signed(plain)
  await verifySignature({ discovery, ...rest }, keys)
})

test('given no signature, a foreign one, a changed manifest or a key out of its time, then it says what is wrong', async () => {
  const reason = (of: Manifest, keys: readonly ManifestKey[]) =>
    verifySignature(of, keys).then(
      () => 'believed',
      (error: Error) => error.message,
    )
  const signed = first.signed(plain)
  expect(await reason(plain, [first.key])).toBe('it is not signed')
  expect(await reason(signed, [second.key])).toContain('the key first, which is not known here')
  expect(await reason(signed, [{ ...second.key, kid: 'first' }])).toContain('is wrong')
  expect(await reason({ ...signed, ttlSeconds: 121 }, [first.key])).toContain('is wrong')
  expect(await reason({ ...signed, signature: { alg: 'none', kid: 'first', sig: '' } }, [first.key])).toContain(
    'not ES256',
  )
  expect(await reason(signed, [{ ...first.key, x: 'nonsense' }])).toContain('is wrong')
  expect(await reason(signed, [{ ...first.key, until: '2026-01-01' }])).toContain('was not in use')
  expect(await reason(signed, [{ ...first.key, from: '2026-04-01' }])).toContain('was not in use')
  expect(await reason(signed, [{ ...first.key, from: '2026-01-01', until: '2026-12-31' }])).toBe('believed')
})
