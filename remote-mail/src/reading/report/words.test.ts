import { messageProblems } from '@yanshu/build/messageProblems'
import { expect, test } from 'vitest'
import { en, zh } from './words.ts'

test('the words of reports are there in both languages', () => {
  expect(messageProblems([zh], en)).toEqual([])
})
