import { expect, test } from 'vitest'
import { addressOf, readNote, wordsOf } from './notes.ts'

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
