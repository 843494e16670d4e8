import { messageProblems } from '@yanshu/build/messageProblems'
import { expect, test } from 'vitest'
import * as bigFiles from '../big-files/words.ts'
import * as handed from '../handed/words.ts'
import * as offers from '../letter-offers/words.ts'
import * as odd from '../odd-recipients/words.ts'
import * as places from '../picture-places/words.ts'
import * as reading from '../reading/words.ts'
import * as receipts from '../receipts/words.ts'
import * as schedule from '../schedule/words.ts'
import * as sealed from '../sealed/words.ts'
import * as versions from '../versions/words.ts'
import en from './en.ts'
import zh from './zh.ts'

test('the messages of letters say the same in both languages, with the same values', () => {
  expect(messageProblems([zh], en)).toEqual([])
  expect(messageProblems([bigFiles.zh], bigFiles.en)).toEqual([])
  expect(messageProblems([handed.zh], handed.en)).toEqual([])
  expect(messageProblems([offers.zh], offers.en)).toEqual([])
  expect(messageProblems([odd.zh], odd.en)).toEqual([])
  expect(messageProblems([places.zh], places.en)).toEqual([])
  expect(messageProblems([reading.zh], reading.en)).toEqual([])
  expect(messageProblems([receipts.zh], receipts.en)).toEqual([])
  expect(messageProblems([schedule.zh], schedule.en)).toEqual([])
  expect(messageProblems([sealed.zh], sealed.en)).toEqual([])
  expect(messageProblems([versions.zh], versions.en)).toEqual([])
})
