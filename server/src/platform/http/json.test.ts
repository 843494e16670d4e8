import { expect, test } from 'vitest'
import { BadRequestError } from './errors.ts'
import { readJson } from './json.ts'

test('a body is read as it is, whatever stands in its strings', () => {
  const body = { a: '[[[{{{,,,"\\', b: ['\\"', '', 'x\\\\'], c: { d: null } }
  expect(readJson(JSON.stringify(body))).toEqual(body)
  const many = { mailIds: Array.from({ length: 10_000 }, (_, id) => id) }
  expect(readJson(JSON.stringify(many))).toEqual(many)
  expect(readJson('{"a":"\\u0000b"}')).toEqual({ a: 'b' })
  expect(readJson('')).toEqual({})
})

test.each([
  ['nesting', '['.repeat(100)],
  ['values', `[${'1,'.repeat(60_000)}1]`],
  ['objects', `[${'{},'.repeat(60_000)}{}]`],
  ['a string without end', `{"a":"${'\\"'.repeat(1_000)}`],
  ['no JSON', 'x'],
])('refuses %s', (_what, text) => {
  expect(() => readJson(text)).toThrow(BadRequestError)
})
