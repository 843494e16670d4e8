import { expect, test } from 'vitest'
import { isSameAuthserv, readAuthenticationResults } from './authenticationResults.ts'

test.each([
  [
    'mx.example.org 1; dmarc=FAIL (p=none dis=none) header.from=Example.com; spf=pass smtp.mailfrom=prvs=1=a@b.example',
    [
      { method: 'dmarc', result: 'fail', properties: { 'header.from': 'Example.com' } },
      { method: 'spf', result: 'pass', properties: { 'smtp.mailfrom': 'prvs=1=a@b.example' } },
    ],
  ],
  ['MX.Example.org.; none', []],
  [
    '"mx.example.org"; dkim/1 = pass reason="good; (really)" header.d=b.example',
    [{ method: 'dkim', result: 'pass', properties: { reason: 'good; (really)', 'header.d': 'b.example' } }],
  ],
  // What stands in a comment or in a quoted string is no result.
  [
    'mx.example.org; spf=fail (sender is fake; dkim=pass) x; (a (nested) \\) one; dmarc=pass',
    [{ method: 'spf', result: 'fail', properties: {} }],
  ],
  [
    '(a comment) mx.example.org ; spf=neutral reason="dmarc=pass; dkim=pass"',
    [{ method: 'spf', result: 'neutral', properties: { reason: 'dmarc=pass; dkim=pass' } }],
  ],
])('%s', (value, results) => {
  expect(readAuthenticationResults(value)).toEqual({ authservId: 'mx.example.org', results })
})

test('a value that names nobody is none, and names are compared whole', () => {
  for (const value of ['', '  ', '(mx.example.org)', '; dmarc=pass']) {
    expect(readAuthenticationResults(value)).toBeNull()
  }
  expect(isSameAuthserv('MX.example.org.', 'mx.example.org')).toBe(true)
  for (const other of ['mx.example.org.evil.example', 'mx.example.or', 'a-mx.example.org', 'mx']) {
    expect(isSameAuthserv(other, 'mx.example.org')).toBe(false)
  }
})
