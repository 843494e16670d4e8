import { messageProblems } from '@yanshu/build/messageProblems'
import { expect, test } from 'vitest'
import filesEn from '../files/en.ts'
import filesZh from '../files/zh.ts'
import findEn from '../find-time/en.ts'
import findZh from '../find-time/zh.ts'
import scopeEn from '../form/scope/en.ts'
import scopeZh from '../form/scope/zh.ts'
import dialogsEn from '../panel/dialogs/en.ts'
import dialogsZh from '../panel/dialogs/zh.ts'
import searchEn from '../search/en.ts'
import searchZh from '../search/zh.ts'
import settingsEn from '../settings/en.ts'
import settingsZh from '../settings/zh.ts'
import en from './en.ts'
import zh from './zh.ts'

test.each([
  ['the calendar', zh, en],
  ['its dialogs', dialogsZh, dialogsEn],
  ['files of events', filesZh, filesEn],
  ['the question about a series', scopeZh, scopeEn],
  ['finding a time', findZh, findEn],
  ['the search of events', searchZh, searchEn],
  ['its settings', settingsZh, settingsEn],
])('the messages of %s say the same in both languages, with the same values', (_, chinese, english) => {
  expect(messageProblems([chinese], english)).toEqual([])
})
