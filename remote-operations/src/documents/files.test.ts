import { messageProblems } from '@yanshu/build/messageProblems'
import { expect, test } from 'vitest'
import { filesEn } from './filesEn.ts'
import { filesZh } from './filesZh.ts'

test('both languages have the same words', () => {
  expect(messageProblems([filesZh], filesEn)).toEqual([])
})
