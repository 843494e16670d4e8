import { expect, test } from 'vitest'
import { helpTopics } from './index.ts'

test('both languages have the same topics in the same order, each with words to find it', async () => {
  const [zh, en] = await Promise.all([helpTopics('zh'), helpTopics('en')])
  expect(zh.map(({ id }) => id)).toEqual(en.map(({ id }) => id))
  expect(new Set(zh.map(({ id }) => id)).size).toBeGreaterThanOrEqual(60)
  for (const { title, text, keywords } of [...zh, ...en]) {
    expect(title.trim() && text.trim()).not.toBe('')
    expect(keywords.length).toBeGreaterThan(0)
  }
})
