import { expect, test } from 'vitest'
import { minuteOf, watermarkText, watermarkTile } from './watermark.ts'

test.each([
  ['内部资料', '内部资料 · li.na@yanshu.test · 2026-11-22 09:00'],
  [' 内部资料 ', '内部资料 · li.na@yanshu.test · 2026-11-22 09:00'],
  ['on', 'li.na@yanshu.test · 2026-11-22 09:00'],
  ['1', 'li.na@yanshu.test · 2026-11-22 09:00'],
])('for %j it says %j', (words, text) => {
  expect(watermarkText(words, 'li.na@yanshu.test', '2026-11-22 09:00')).toBe(text)
})

test('what an operator writes stays text in the picture', () => {
  const tile = decodeURIComponent(watermarkTile(`<script>"&'`))
  expect(tile).toContain('&lt;script&gt;&quot;&amp;&#39;</text>')
  expect(tile).not.toContain('<script>')
})

test('the time is whole, and the reader’s', () => {
  const ms = Date.parse('2026-11-22T17:05:59Z')
  expect([minuteOf(ms, 8), minuteOf(ms, -5)]).toEqual(['2026-11-23 01:05', '2026-11-22 12:05'])
})
