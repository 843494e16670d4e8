// @vitest-environment happy-dom
import { declarationProblems } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import contributes from './contributes.ts'
import remote from './remote.ts'

test('given what the manifest says, then the module has it, and nothing else', () => {
  expect(declarationProblems(remote, contributes)).toEqual([])
})
