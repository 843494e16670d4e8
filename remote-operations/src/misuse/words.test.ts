import { messageProblems } from '@yanshu/build/messageProblems'
import { MISUSE_KEPT_MS } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { en, zh } from './words.ts'

test('the words of reported mails are there in both languages, with the days that reports are kept', () => {
  expect(messageProblems([zh], en)).toEqual([])
  for (const { lead } of [zh, en]) expect(lead).toContain(String(MISUSE_KEPT_MS / 86_400_000))
})
