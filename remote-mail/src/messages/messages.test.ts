import { messageProblems } from '@yanshu/build/messageProblems'
import { expect, test } from 'vitest'
import { approvalEn } from '../approval/approvalEn.ts'
import { approvalZh } from '../approval/approvalZh.ts'
import * as today from '../dashboard/todayWords.ts'
import * as deleting from '../deleted/words.ts'
import * as exporting from '../export/words.ts'
import * as linking from '../message-link/words.ts'
import * as printing from '../print/words.ts'
import * as screening from '../screener/words.ts'
import * as found from '../search/foundWords.ts'
import * as searching from '../search/moreWords.ts'
import * as subscribing from '../subscriptions/words.ts'
import * as team from '../team/words.ts'
import * as triage from '../triage/words.ts'
import en from './en.ts'
import zh from './zh.ts'

test.each([
  ['the remote', [zh], en],
  ['places in a text', [found.zh], found.en],
  ['what stands around search', [searching.zh], searching.en],
  ['approval', [approvalZh], approvalEn],
  ['restoring', [deleting.zh], deleting.en],
  ['export', [exporting.zh], exporting.en],
  ['print', [printing.zh], printing.en],
  ['subscriptions', [subscribing.zh], subscribing.en],
  ['triage', [triage.zh], triage.en],
  ['the screener', [screening.zh], screening.en],
  ['what is to be done today', [today.zh], today.en],
  ['links to mails', [linking.zh], linking.en],
  ['working together', [team.zh], team.en],
])('the messages of %s say the same in both languages, with the same values', (_, chinese, english) => {
  expect(messageProblems(chinese, english)).toEqual([])
})
