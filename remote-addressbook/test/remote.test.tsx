// @vitest-environment happy-dom
import { declarationProblems } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import contributes from '../src/contributes.ts'
import en from '../src/messages/en.ts'
import zh from '../src/messages/zh.ts'
import remote from '../src/remote.ts'

test('given what the manifest says, then the module has it, and nothing else', () => {
  expect(declarationProblems(remote, contributes)).toEqual([])
})

test('given both languages, then they have the same messages', () => {
  const keys = (tree: object): string[] =>
    Object.entries(tree).flatMap(([key, value]) => (typeof value === 'string' ? [key] : [key, ...keys(value)]))
  expect(keys(en)).toEqual(keys(zh))
})
