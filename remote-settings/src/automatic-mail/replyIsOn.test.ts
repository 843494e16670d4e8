import { messageProblems } from '@yanshu/build/messageProblems'
import { expect, test } from 'vitest'
import { automaticMailEn, automaticMailZh } from './automaticMailText.ts'
import { replyIsOn, untilReplyChanges } from './replyIsOn.ts'

test.each([
  [{ startAt: null, endAt: null }, 50, true, null],
  [{ startAt: 100, endAt: 200 }, 50, false, 50],
  [{ startAt: 100, endAt: 200 }, 100, true, 100],
  [{ startAt: 100, endAt: 200 }, 200, false, null],
  [{ startAt: null, endAt: 200 }, 50, true, 150],
  [{ startAt: 100, endAt: null }, 150, true, null],
  [{ startAt: null, endAt: 9e12 }, 0, true, 0x7fff_ffff],
])('%j at %i: on %s, changes after %s', (period, now, on, changes) => {
  expect(replyIsOn(period, now)).toBe(on)
  expect(untilReplyChanges(period, now)).toBe(changes)
})

test('both languages have the same messages', () => {
  expect(messageProblems([automaticMailZh], automaticMailEn)).toEqual([])
})
