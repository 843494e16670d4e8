import { messageProblems } from '@yanshu/build/messageProblems'
import { expect, test } from 'vitest'
import en from './en.ts'
import zh from './zh.ts'

test('the messages of the settings say the same in both languages, with the same values', () => {
  expect(messageProblems([zh], en)).toEqual([])
})
