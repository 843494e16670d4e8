import { expect, test } from 'vitest'
import { inGroups, textOfCodes } from './keepCodes.ts'

test.each([
  ['', ''],
  ['ABCD', 'ABCD'],
  ['ABCDE', 'ABCD E'],
  ['GEZDGNBVGY3TQOJQ', 'GEZD GNBV GY3T QOJQ'],
])('%j is read as %j', (secret, shown) => {
  expect(inGroups(secret)).toBe(shown)
})

test('a file of codes names their mailbox, then one code a line', () => {
  const text = textOfCodes({ title: '恢复码', about: ['li.na@yanshu.test', '2026-11-27'], codes: ['AAAA', 'BBBB'] })
  expect(text.split('\r\n')).toEqual(['恢复码', 'li.na@yanshu.test', '2026-11-27', '', 'AAAA', 'BBBB', ''])
})
