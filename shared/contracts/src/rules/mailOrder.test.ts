import { expect, test } from 'vitest'
import { compareBytes, ORDER_CHARACTERS, orderedSubject, orderedText } from './mailOrder.ts'

test.each([
  ['Re: Plan', 'plan'],
  ['re:RE: 回复：转发', '转发'],
  ['回复：回复: fwd:  周报', '周报'],
  ['re: re: re: re: x', 'x'],
  ['  Report', 'report'],
  ['Regards', 'regards'],
  ['ÄRGER', 'Ärger'],
])('the subject %s is sorted as %s', (subject, sorted) => {
  expect(orderedSubject(subject)).toBe(sorted)
})

test('a long text is sorted by its beginning, counted in characters', () => {
  expect(orderedText('𠮷'.repeat(ORDER_CHARACTERS + 5))).toBe('𠮷'.repeat(ORDER_CHARACTERS))
})

test('texts are compared as their bytes in UTF-8 are', () => {
  const texts = ['b', 'a', 'ab', '', '中', '', '𠮷', 'é', 'z', '￥']
  // Two digits a byte, so that text in this order is bytes in their order.
  const bytes = (text: string) =>
    Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')
  expect([...texts].sort(compareBytes)).toEqual([...texts].sort((a, b) => (bytes(a) < bytes(b) ? -1 : 1)))
})
