// @vitest-environment happy-dom
import { messageProblems } from '@yanshu/build/messageProblems'
import { declarationProblems } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import contributes from '../src/contributes.ts'
import en from '../src/messages/en.ts'
import zh from '../src/messages/zh.ts'
import * as outside from '../src/outside/words.ts'
import * as page from '../src/page/words.ts'
import remote from '../src/remote.ts'

test('given what the manifest says, then the module has it, and nothing else', () => {
  expect(declarationProblems(remote, contributes)).toEqual([])
})

test('the messages say the same in both languages, with the same values', () => {
  expect(messageProblems([zh], en)).toEqual([])
  expect(messageProblems([outside.zh], outside.en)).toEqual([])
  expect(messageProblems([page.zh], page.en)).toEqual([])
})
