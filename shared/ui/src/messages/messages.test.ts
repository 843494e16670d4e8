import { expect, it } from 'vitest'
import { WORDS as EDITOR } from '../editor/words.ts'
import { WORDS as PEOPLE } from '../people/words.ts'
import { WORDS as UPLOAD } from '../upload/words.ts'
import { en } from './en.ts'
import { zh } from './zh.ts'

it.each([
  ['components', { zh, en }],
  ['editor', EDITOR],
  ['people', PEOPLE],
  ['upload', UPLOAD],
])('%s say the same things in both languages, with the same blanks', (_group, words) => {
  const blanks = (one: Readonly<Record<string, string>>) =>
    Object.entries(one).map(([key, text]) => [key, [...text.matchAll(/\{\w+\}/g)].map(String).sort()])
  expect(blanks(words.en)).toEqual(blanks(words.zh))
})
