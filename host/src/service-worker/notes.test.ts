import { expect, test } from 'vitest'
import { addressOf, readNote, tagOf, wordsOf } from './notes.ts'

const NOTE = {
  account: 'li.na@yanshu.test',
  mailId: 7,
  path: '/inbox',
  from: '张伟',
  subject: '季度报告',
  language: 'zh',
} as const

test('a note names sender and subject where it may, else that there is mail and for whom', () => {
  expect(wordsOf(NOTE)).toEqual({ title: '张伟 发来新邮件', body: '季度报告' })
  expect(wordsOf({ ...NOTE, subject: '', language: 'en' })).toEqual({
    title: 'New mail from 张伟',
    body: '(no subject)',
  })
  expect(wordsOf({ ...NOTE, from: '', subject: '' })).toEqual({ title: '您有一封新邮件', body: 'li.na@yanshu.test' })
})

test('a click leads to the list with the mail marked, and nowhere else', () => {
  expect(readNote(NOTE)).toEqual(NOTE)
  expect(addressOf(NOTE)).toBe('/#/inbox?mail=7')
  for (const wrong of [
    null,
    'text',
    {},
    { ...NOTE, path: '//evil.test' },
    { ...NOTE, path: '/inbox?x=javascript:' },
    { ...NOTE, path: 'https://evil.test' },
    { ...NOTE, mailId: '7' },
  ]) {
    expect(readNote(wrong)).toBeNull()
  }
})

test('a reminder says what, when, where and how late, and without contents when alone; a click leads to its day', () => {
  const reminder = {
    account: 'li.na@yanshu.test',
    reminderId: 3,
    path: '/calendar',
    day: '2026-11-23',
    title: '周会',
    place: '三楼',
    when: '11月23日 14:00',
    late: 12,
    language: 'zh',
  } as const
  expect(readNote(reminder)).toEqual(reminder)
  expect(wordsOf(reminder)).toEqual({ title: '周会', body: '11月23日 14:00 · 三楼 · 晚了 12 分钟提醒' })
  expect(wordsOf({ ...reminder, title: '', place: '', late: 0, language: 'en', when: '23 Nov, 14:00' })).toEqual({
    title: 'An event begins soon',
    body: '23 Nov, 14:00 · li.na@yanshu.test',
  })
  expect(addressOf(reminder)).toBe('/#/calendar?view=day&day=2026-11-23')
  // Sent twice it is shown once.
  expect(tagOf(reminder)).toBe('reminder-3')
  expect(readNote({ ...reminder, day: '2026-11-23&x=1' })).toBeNull()
  expect(readNote({ ...reminder, path: '//evil.test' })).toBeNull()
})

test('a mail to follow up is named with its note, without contents when alone, and a click leads to the mail', () => {
  const due = {
    account: 'li.na@yanshu.test',
    followUpId: 4,
    mailId: 7,
    path: '/outbox',
    subject: '报价',
    note: '催一下',
    language: 'zh',
  } as const
  expect(readNote(due)).toEqual(due)
  expect(wordsOf(due)).toEqual({ title: '待跟进的邮件', body: '报价 · 催一下' })
  expect(wordsOf({ ...due, subject: '', note: '', language: 'en' })).toEqual({
    title: 'A mail to follow up',
    body: 'li.na@yanshu.test',
  })
  expect([addressOf(due), tagOf(due)]).toEqual(['/#/outbox?mail=7', 'follow-up-4'])
  expect(readNote({ ...due, followUpId: '4' })).toBeNull()
  expect(readNote({ ...due, path: '//evil.test' })).toBeNull()
})

test('a record of approval is named by what happened, without names when confidential, and a click leads to it', () => {
  const note = {
    account: 'li.na@yanshu.test',
    approvalId: 4,
    kind: 'waits',
    path: '/appreply/0/4/1000/all/pending',
    name: '张伟',
    subject: '合同',
    language: 'zh',
  } as const
  expect(readNote(note)).toEqual(note)
  expect(wordsOf(note)).toEqual({ title: '张伟 的邮件等待您审批', body: '合同' })
  expect(wordsOf({ ...note, kind: 'rejected', name: '', subject: '', language: 'en' })).toEqual({
    title: 'Your mail was not approved',
    body: 'li.na@yanshu.test',
  })
  expect([addressOf(note), tagOf(note)]).toEqual(['/#/appreply/0/4/1000/all/pending', 'approval-4'])
  expect(readNote({ ...note, kind: 'other' })).toBeNull()
  expect(readNote({ ...note, path: '//evil.test' })).toBeNull()
  expect(readNote({ ...note, approvalId: '4' })).toBeNull()
})
