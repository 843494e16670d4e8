import { expect, test } from 'vitest'
import { readAuthenticationResults } from '../../mime/authenticationResults.ts'
import { isUnproven, senderCheckOf } from './arrival.ts'

const PEER = { protocol: 'smtp', ip: '192.0.2.1', helo: 'x', tls: null } as const
const found = (envelopeFrom: string, results: string) => ({
  peer: PEER,
  envelopeFrom,
  authentication: results
    ? { by: 'upstream' as const, results: readAuthenticationResults(`mx.yanshu.test; ${results}`)?.results ?? [] }
    : null,
})

test.each([
  ['anna@partner.example', '', false],
  ['x@bounces.partner.example', '', false],
  ['x@PARTNER.example', '', false],
  ['x@evil.example', '', true],
  ['x@example', '', true],
  ['x@evilpartner.example', '', true],
  ['', '', true],
  ['x@evil.example', 'dmarc=pass header.from=partner.example', false],
  ['anna@partner.example', 'dmarc=fail header.from=partner.example', true],
  ['x@list.example', 'dkim=pass header.d=partner.example', false],
  ['x@list.example', 'dkim=pass header.d=list.example', true],
  ['x@list.example', 'dkim=fail header.d=partner.example', true],
  // SPF is about the envelope, whose domain may be another.
  ['x@evil.example', 'spf=pass smtp.mailfrom=evil.example', true],
])('a mail of anna@partner.example with the envelope "%s" and "%s": unproven is %s', (envelope, results, unproven) => {
  expect(isUnproven(found(envelope, results), 'anna@partner.example')).toBe(unproven)
})

test('what was written here, and what came before envelopes were kept, is not called unproven', () => {
  expect(isUnproven(null, 'anna@partner.example')).toBe(false)
  expect(isUnproven({ peer: PEER, authentication: null }, 'anna@partner.example')).toBe(false)
})

test.each([
  ['', null],
  ['dmarc=pass header.from=partner.example', 'confirmed'],
  ['dkim=pass header.d=partner.example', 'confirmed'],
  ['dmarc=fail header.from=partner.example; dkim=pass header.d=partner.example', 'failed'],
  ['dkim=pass header.d=list.example; spf=pass smtp.mailfrom=list.example', 'unconfirmed'],
])('of a mail of anna@partner.example that was checked as "%s" the words of its head are of: %s', (results, check) => {
  expect(senderCheckOf(found('anna@partner.example', results), 'anna@partner.example')).toBe(check)
  expect(senderCheckOf(null, 'anna@partner.example')).toBe(null)
})
