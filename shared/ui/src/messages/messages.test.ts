import { expect, it } from 'vitest'
import { en } from './en.ts'
import { zh } from './zh.ts'

it('says the same things in both languages, with the same blanks', () => {
  const blanks = (words: Readonly<Record<string, string>>) =>
    Object.entries(words).map(([key, text]) => [key, [...text.matchAll(/\{\w+\}/g)].map(String).sort()])
  expect(blanks(en)).toEqual(blanks(zh))
})
