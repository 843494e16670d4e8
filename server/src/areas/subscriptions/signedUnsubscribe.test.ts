import { expect, test } from 'vitest'
import { isUnsubscribeSigned } from './signedUnsubscribe.ts'

const SIGNED =
  'v=1; a=rsa-sha256; d=List.example; s=k; h=From:To:List-Unsubscribe:\r\n List-Unsubscribe-Post; bh=x; b=AbCd\r\n EfGh'
const pass = (properties: Record<string, string>) => ({ method: 'dkim', result: 'pass', properties })

test.each([
  ['a valid signature over both fields', [SIGNED], [pass({ 'header.d': 'list.example' })], true],
  ['the same, named by its beginning', [SIGNED], [pass({ 'header.d': 'list.example', 'header.b': 'AbCdEf' })], true],
  ['another signature of that domain', [SIGNED], [pass({ 'header.d': 'list.example', 'header.b': 'Zz' })], false],
  ['a valid signature of another domain', [SIGNED], [pass({ 'header.d': 'evil.example' })], false],
  ['one that is not valid', [SIGNED], [{ ...pass({ 'header.d': 'list.example' }), result: 'fail' }], false],
  ['nothing that was checked', [SIGNED], [], false],
  ['no signature', [], [pass({ 'header.d': 'list.example' })], false],
  ['one that leaves a field out', [SIGNED.replace('-Post', '-Past')], [pass({ 'header.d': 'list.example' })], false],
])('given %s, then one click is used or not', (_, signatures, results, signed) => {
  expect(isUnsubscribeSigned(signatures, results)).toBe(signed)
})
