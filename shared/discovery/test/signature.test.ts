/// <reference types="node" />
import { generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from '../src/canonicalJson.ts'
import type { Manifest, Stop } from '../src/index.ts'
import { type ManifestKey, signedText, stopsText, verifySignature } from '../src/signature.ts'
import { byDefault, candidate, manifest } from './samples.ts'

const plain = manifest({ 'remote-mail': [candidate('remote-mail', '1.0.0', byDefault)] })

function keyPair(kid: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const signatureOf = (text: string) => {
    const sig = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return { alg: 'ES256', kid, sig: sig.toString('base64url') }
  }
  const signed = (of: Manifest): Manifest => ({ ...of, signature: signatureOf(signedText(of)) })
  const stopping = (of: Manifest, ...list: Stop[]): Manifest => {
    const stops = { revision: of.revision + 1, updatedAt: of.updatedAt, updatedBy: 'yanshu', reason: 'it fails', list }
    return { ...of, stops: { ...stops, signature: signatureOf(stopsText(stops, of)) } }
  }
  return { key: { kid, x, y } satisfies ManifestKey, signed, stopping }
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

test('given a key that may only stop versions, then what it stops is believed, and nothing else that it signs', async () => {
  const remote = 'remote-mail'
  const rollout = { salt: 'k7', stage: 'canary', rules: [{ depts: ['IT'], use: true }] } as const
  const canary = candidate(remote, '1.1.0', { deployment: { traffic: 10, default: false }, extras: { rollout } })
  const base = first.signed(manifest({ [remote]: [canary, candidate(remote, '1.0.0', byDefault)] }))
  const keys = [first.key, { ...second.key, stopOnly: true }]
  const stop = (kind: Stop['stop'], name = canary.extras.mf.name): Stop => ({ remote, name, stop: kind })
  const after = async (kind: Stop['stop']) => {
    const { discovery, ...head } = await verifySignature(second.stopping(base, stop(kind)), keys)
    expect(head).toMatchObject({ revision: 3, previous: 2, updatedBy: 'yanshu', signature: { kid: 'second' } })
    expect(discovery.microFrontends[remote]?.[1]).toEqual(base.discovery.microFrontends[remote]?.[1])
    return discovery.microFrontends[remote]?.[0]
  }
  expect(await after('halt')).toMatchObject({
    deployment: { traffic: 0 },
    extras: { rollout: { salt: 'k7', stage: 'canary' } },
  })
  expect((await after('halt'))?.extras.rollout).not.toHaveProperty('rules')
  expect(await after('disable')).toMatchObject({
    deployment: { traffic: 10 },
    extras: { rollout: { stage: 'disabled' } },
  })
  expect(await after('revoke')).toMatchObject({ extras: { rollout: { stage: 'revoked' } } })

  const reason = (of: Manifest) => verifySignature(of, keys).then(String, (error: Error) => error.message)
  const stopped = second.stopping(base, stop('revoke'))
  expect(await reason(second.signed(base))).toContain('the key second, which may only stop versions')
  // Neither the signed manifest nor what was stopped can be changed, and the one does not go with another.
  expect(await reason({ ...stopped, ttlSeconds: 1 })).toContain('its signature by the key first is wrong')
  const other = first.signed({ ...base, reason: 'another' })
  expect(await reason({ ...other, ...(stopped.stops ? { stops: stopped.stops } : {}) })).toContain(
    'by the key second is wrong',
  )
  const forged: object = JSON.parse(
    JSON.stringify(second.stopping(base, stop('revoke'))).replace('"revoke"', '"promote"'),
  )
  expect(await reason(Object.assign(structuredClone(base), forged))).toContain(
    'may only stop versions, not promote them',
  )
  expect(await reason(second.stopping(base, stop('revoke', 'unknown')))).toContain('does not list unknown')
  expect(await reason(keyPair('third').stopping(base, stop('revoke')))).toContain('the key third, which is not known')
})
