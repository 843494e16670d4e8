import { messageProblems } from '@yanshu/build/messageProblems'
import { expect, test } from 'vitest'
import { FOUND_MAX, findInText } from './findInText.ts'
import { piecesOf } from './readAloud.ts'
import { en, zh } from './words.ts'

test('given words, then their places are found whatever the case and the width of the letters', () => {
  expect(findInText('ABC abc ＡＢＣ', 'abc')).toEqual([
    { start: 0, end: 3 },
    { start: 4, end: 7 },
    { start: 8, end: 11 },
  ])
  expect(findInText('İstanbul 报价单', '报价')).toEqual([{ start: 9, end: 11 }])
  expect(findInText('text', '  ')).toEqual([])
  expect(findInText('a'.repeat(2_000), 'a')).toHaveLength(FOUND_MAX)
})

test('given a text, then it is read in short pieces that end with sentences, and nothing of it is left out', () => {
  const sentence = '今天下午三点开会。'
  const pieces = piecesOf(sentence.repeat(60))
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(160)
  expect(pieces.every((piece) => piece.endsWith('。'))).toBe(true)
  expect(pieces.join('')).toBe(sentence.repeat(60))
  expect(piecesOf('x'.repeat(400)).join('')).toBe('x'.repeat(400))
  expect(piecesOf(' \n ')).toEqual([])
})

test('the words of the menu say the same in both languages', () => {
  expect(messageProblems([zh], en)).toEqual([])
})
