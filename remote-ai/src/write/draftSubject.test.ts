import { expect, it } from 'vitest'
import { draftSubject } from './draftSubject.ts'

it('names the kind of a letter and its first sentence', () => {
  expect(draftSubject('季度评审 周五 10:00 会议室301。请带上报表', 'MEETING', 'zh')).toBe(
    '会议通知：季度评审 周五 10:00 会议室301',
  )
  expect(draftSubject('Budget review at 10.30. Bring the figures.', 'MEETING', 'en')).toBe(
    'Meeting: Budget review at 10.30',
  )
  expect(draftSubject('合同已经寄出，请确认收到\n谢谢', 'WORK', 'zh')).toBe('合同已经寄出，请确认收到')
})

it('cuts a long one between characters', () => {
  const subject = draftSubject('𠮷'.repeat(60), 'WORK', 'zh')
  expect([...subject]).toHaveLength(41)
  expect(subject.isWellFormed()).toBe(true)
})
