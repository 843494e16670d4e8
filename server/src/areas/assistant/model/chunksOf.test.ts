import { expect, test } from 'vitest'
import { chunksOf } from './chunksOf.ts'

test('a short text is one part, a long one is divided at paragraphs, then sentences', () => {
  expect(chunksOf('好。', 100, 5)).toEqual(['好。'])
  expect(chunksOf('', 100, 5)).toEqual([])
  const paragraphs = `${'甲'.repeat(60)}\n\n${'乙'.repeat(60)}`
  expect(chunksOf(paragraphs, 100, 5)).toEqual([`${'甲'.repeat(60)}\n\n`, '乙'.repeat(60)])
  const sentences = '这是一句话。'.repeat(30)
  for (const part of chunksOf(sentences, 50, 9)) expect(part).toMatch(/。$/)
})

test('parts together are the text, none is too long, and none cuts a character in two', () => {
  const text = '𠮷'.repeat(101)
  const parts = chunksOf(text, 25, 100)
  expect(parts.join('')).toBe(text)
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(25)
  for (const part of parts) expect(part.isWellFormed()).toBe(true)
})

test('what is beyond the allowed parts is left out', () => {
  expect(chunksOf('字'.repeat(1_000), 100, 3).join('')).toHaveLength(300)
})
