import { expect, test } from 'vitest'
import { messageProblems } from '../src/messageProblems.ts'

const zh = { list: { empty: '没有邮件', count_other: '{{count}} 封' } }

test('given the same messages in both languages, with a singular in English, then nothing is wrong', () => {
  const en = { list: { empty: 'No mail', count_one: '{{count}} mail', count_other: '{{count}} mails' } }
  expect(messageProblems([zh], en)).toEqual([])
})

test.each([
  ['a key that is missing in English', [zh], { list: { empty: 'No mail' } }, 'list.count_other is missing in English'],
  [
    'a key that is missing in Chinese',
    [{ list: { empty: '没有邮件' } }],
    { list: { empty: 'No mail', more: 'More' } },
    'list.more is missing in Chinese',
  ],
  [
    'another value',
    [{ count: '{{count}} 封' }],
    { count: '{{total}} mails' },
    'count has other values in English than in Chinese',
  ],
  ['an empty text', [{ empty: ' ' }], { empty: 'No mail' }, 'empty is empty'],
  ['a text that was not translated', [{ empty: '没有邮件' }], { empty: '没有邮件' }, 'empty is not English'],
  [
    'a key in two files',
    [{ empty: '没有' }, { empty: '没有' }],
    { empty: 'Nothing' },
    'empty stands in two Chinese files',
  ],
])('given %s, then it is named', (_, chinese, english, problem) => {
  expect(messageProblems(chinese, english)).toEqual([problem])
})
