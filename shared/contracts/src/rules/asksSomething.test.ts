import { expect, test } from 'vitest'
import { asksSomething } from './asksSomething.ts'

test.each([
  '合同什么时候能好？',
  '附件请查收，请尽快确认。',
  '能否周五前给我报价',
  '方案已发，盼复。',
  'When will it be ready?',
  'Please have a look and let me know.',
  'Could you send the figures by Friday',
  'I look forward to hearing from you.',
])('“%s” asks for an answer', (text) => {
  expect(asksSomething(text)).toBe(true)
})

test.each([
  '收到，谢谢。',
  '会议纪要见附件。',
  'Thanks, received.',
  '见 https://example.org/list?page=2',
  '好的。\n> 合同什么时候能好？',
  'Done.\nOn Monday, Li Na wrote:\nWhen will it be ready?',
  '已寄出。\n发件人: 李娜\n能否周五前给我报价？',
  '',
])('“%s” asks nothing of its own', (text) => {
  expect(asksSomething(text)).toBe(false)
})

test('a long mail costs no more than a short one', () => {
  expect(asksSomething(`${'请'.repeat(200_000)}？`)).toBe(false)
})
