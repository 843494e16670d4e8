import { expect, test } from 'vitest'
import { newTotpSecret, stepOfCode, totpCode, totpStep, totpUri } from './totp.ts'

/** "12345678901234567890" of RFC 6238, appendix B, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is %s (RFC 6238, appendix B)', (seconds, code) => {
  expect(totpCode(SECRET, totpStep(seconds * 1_000))).toBe(code)
})

test('codes of the step before and after count, others do not, and none at or before the last one', () => {
  const now = 1_234_567_890_000
  const here = totpStep(now)
  const codeAt = (step: number) => totpCode(SECRET, step)
  expect(stepOfCode(SECRET, codeAt(here - 1), now, 0)).toBe(here - 1)
  expect(stepOfCode(SECRET, codeAt(here + 1), now, 0)).toBe(here + 1)
  expect(stepOfCode(SECRET, ` ${codeAt(here).slice(0, 3)} ${codeAt(here).slice(3)}`, now, 0)).toBe(here)
  expect(stepOfCode(SECRET, codeAt(here - 2), now, 0)).toBeNull()
  expect(stepOfCode(SECRET, codeAt(here), now, here)).toBeNull()
  expect(stepOfCode(SECRET, codeAt(here - 1), now, here)).toBeNull()
})

test('a secret has 160 bits and stands in the address of the QR code', () => {
  const secret = newTotpSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(secret)
  const uri = new URL(totpUri(secret, 'li.na@yanshu.test', '雁书 邮箱'))
  expect(uri.searchParams.get('secret')).toBe(secret)
  expect(decodeURIComponent(uri.pathname)).toContain('雁书 邮箱:li.na@yanshu.test')
})
