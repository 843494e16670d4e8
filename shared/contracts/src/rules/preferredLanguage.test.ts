import { expect, test } from 'vitest'
import { preferredLanguage } from './preferredLanguage.ts'

test.each([
  [['zh-CN', 'en'], 'zh'],
  [['zh-Hant-TW'], 'zh'],
  [['en-GB', 'zh-CN'], 'en'],
  [['de-DE', 'zh', 'en'], 'zh'],
  [['fr'], 'en'],
  [[], 'zh'],
  [['', ' '], 'zh'],
] as const)('a browser that prefers %j gets %s', (tags, language) => {
  expect(preferredLanguage(tags)).toBe(language)
})
