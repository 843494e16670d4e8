import { expect, test } from 'vitest'
import { passkeyHindrance } from './passkeyHindrance.ts'

test.each([
  ['mail.yanshu.test', true, true, null],
  ['localhost', true, true, null],
  ['mail.yanshu.test', false, false, 'insecure'],
  ['mail.yanshu.test', true, false, 'unsupported'],
  ['192.0.2.7', false, false, 'number'],
  ['192.0.2.7', true, true, 'number'],
  ['[2001:db8::7]', true, true, 'number'],
] as const)('%s, TLS %s, passkeys %s: %s', (hostname, secure, hasPasskeys, expected) => {
  expect(passkeyHindrance({ hostname, secure, hasPasskeys })).toBe(expected)
})
