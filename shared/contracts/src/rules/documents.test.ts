import { expect, test } from 'vitest'
import { DOCUMENT_NAME_BYTES } from '../limits.ts'
import { documentNameKey, documentNameProblem, freeDocumentName } from './documents.ts'

test.each([
  ['报告.docx', null],
  ['.gitignore', null],
  ['🚀 计划', null],
  ['', 'required'],
  ['  ', 'required'],
  ['长'.repeat(85), null],
  ['长'.repeat(86), 'too-long'],
  ['a/b', 'character'],
  ['a:b', 'character'],
  ['a\u0000b', 'character'],
  ['\u202efdp.exe', 'character'],
  ['a.', 'reserved'],
  ['..', 'reserved'],
  ['CON.txt', 'reserved'],
  ['console.txt', null],
] as const)('the name %j: %s', (name, problem) => {
  expect(documentNameProblem(name)).toBe(problem)
})

test('names that differ by case or by the form of their characters clash', () => {
  expect(documentNameKey('Café.TXT')).toBe(documentNameKey('cafe\u0301.txt'))
  expect(documentNameKey('a')).not.toBe(documentNameKey('b'))
})

test('a name that is taken gets a number before its extension, and stays as short as it must be', () => {
  const taken = new Set(['报告.docx', '报告 (2).docx', 'makefile', '.env'])
  const free = (name: string) => freeDocumentName(name, (one) => taken.has(documentNameKey(one)))
  expect(free('新.docx')).toBe('新.docx')
  expect(free('报告.docx')).toBe('报告 (3).docx')
  expect(free('报告 (2).docx')).toBe('报告 (3).docx')
  expect(free('Makefile')).toBe('Makefile (2)')
  expect(free('.env')).toBe('.env (2)')
  const long = `${'长'.repeat(83)}.docx`
  const other = freeDocumentName(long, (name) => name === long)
  expect(other).toMatch(/^长+ \(2\)\.docx$/)
  expect(new TextEncoder().encode(other).length).toBeLessThanOrEqual(DOCUMENT_NAME_BYTES)
})
