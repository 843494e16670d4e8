import { expect, test } from 'vitest'
import { WORDS } from './words.ts'

test('the words name the same values in both languages', () => {
  const values = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
  for (const [key, text] of Object.entries(WORDS.zh)) {
    const english = WORDS.en[key as keyof typeof WORDS.zh]
    expect([key, values(english)]).toEqual([key, values(text)])
  }
})
