import { messageProblems } from '@yanshu/build/messageProblems'
import { expect, test } from 'vitest'
import { fieldsOf, wayOf } from './mailWay.ts'
import { en, zh } from './words.ts'

const SOURCE = [
  'Received: from mx.example.org (mx.example.org [192.0.2.1])',
  '\tby mail.yanshu.test with ESMTPS id 7; Fri, 27 Nov 2026 10:00:09 +0800 (CST)',
  'Received: by mx.example.org (Postfix) with LMTP; Fri, 27 Nov 2026 02:00:04 +0000',
  'Received: from pc by relay.example.org',
  'Subject: a: b',
  ' and more',
  'no field',
  '',
  'Received: from body by body; Fri, 27 Nov 2026 02:00:04 +0000',
].join('\r\n')

test('given folded fields, then they are read whole, and nothing of the text is a field', () => {
  expect(fieldsOf(SOURCE).map(({ name }) => name)).toEqual(['Received', 'Received', 'Received', 'Subject'])
  expect(fieldsOf(SOURCE).at(-1)).toEqual({ name: 'Subject', value: 'a: b and more' })
})

test('given fields Received, then the way begins at the sender and has the delay of each hop that has its time', () => {
  const first = Date.UTC(2026, 10, 27, 2, 0, 4)
  expect(wayOf(fieldsOf(SOURCE))).toEqual([
    { from: 'pc', by: 'relay.example.org', how: '', at: null, delay: null },
    { from: '', by: 'mx.example.org', how: 'LMTP', at: first, delay: null },
    { from: 'mx.example.org', by: 'mail.yanshu.test', how: 'ESMTPS', at: first + 5_000, delay: 5_000 },
  ])
})

test('given a source without a header, or thousands of fields, then the list is empty, or bounded', () => {
  expect(fieldsOf('\r\nReceived: from a by b; x')).toEqual([])
  expect(fieldsOf('X: 1\r\n'.repeat(5_000))).toHaveLength(500)
  expect(wayOf(fieldsOf('Received: from a by b; x\n'.repeat(200)))).toHaveLength(50)
})

test('the words of the source say the same in both languages', () => {
  expect(messageProblems([zh], en)).toEqual([])
})
