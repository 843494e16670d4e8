import { expect, it } from 'vitest'
import { findByTyping } from './entries.ts'

const labels = ['Reply', 'Reply all', 'Forward', '移动到', 'Delete']

it('finds the line that starts with what was typed', () => {
  expect(findByTyping(labels, 0, 'fo')).toBe(2)
  expect(findByTyping(labels, 0, '移')).toBe(3)
  expect(findByTyping(labels, 0, 'x')).toBe(-1)
})

it('walks on when the same letter is typed again', () => {
  expect(findByTyping(labels, -1, 'r')).toBe(0)
  expect(findByTyping(labels, 0, 'rr')).toBe(1)
  expect(findByTyping(labels, 1, 'rrr')).toBe(0)
})

it('stays on a line that still fits a longer text', () => {
  expect(findByTyping(labels, 1, 'reply')).toBe(1)
})
