import { messageProblems } from '@yanshu/build/messageProblems'
import { expect, test } from 'vitest'
import { en as loginEn } from '../login/messages/en.ts'
import { zh as loginZh } from '../login/messages/zh.ts'
import { en as waysEn } from '../login-ways/messages/en.ts'
import { zh as waysZh } from '../login-ways/messages/zh.ts'
import { en as passwordsEn } from '../passwords/messages/en.ts'
import { zh as passwordsZh } from '../passwords/messages/zh.ts'
import en from './en.ts'
import zh from './zh.ts'

test.each([
  ['the frame', [zh], en],
  ['the login page', [loginZh], loginEn],
  ['what a login needs beyond it', [waysZh], waysEn],
  ['the pages of passwords', [passwordsZh], passwordsEn],
])('%s says the same things in both languages, with the same values', (_, chinese, english) => {
  expect(messageProblems(chinese, english)).toEqual([])
})
