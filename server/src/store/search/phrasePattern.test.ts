import { expect, test } from 'vitest'
import { holdsPhrase } from '../../testing/holdsPhrase.ts'
import { foldedText } from '../database/holdsWords.mjs'
import { phrasePattern } from './phrasePattern.ts'
import { phrasesOf, tokensOf } from './tokens.ts'

const found = (text: string, keyword: string): boolean =>
  phrasesOf(keyword).every((phrase) => new RegExp(phrasePattern(phrase), 'u').test(foldedText(text)))

test.each([
  ['下午的项目会议室', '项目会议', true],
  ['项目，会议', '项目会议', false],
  ['项目 会议', '项目会议', false],
  ['项目会，会议', '项目会议', false],
  ['第7次会议', '第7次', true],
  ['第17次会议', '第7次', false],
  ['第 7 次会议', '第7次', true],
  ['mail to Zhang.Wei@yanshu.test', 'zhang.wei@yan', true],
  ['mail to Zhang.Weiming@yanshu.test', 'zhang.wei@yan', false],
  ['Zhàng Wěi', 'zhang.wei', true],
  ['２０２６年 Ｑ３', '2026年q3', true],
  ['budget-plans', 'budget-plan', true],
  ['budget-plans today', 'budget-plan today', false],
  ['𠮷野家の本', '𠮷野家', true],
])('%s holds %s: %s', (text, keyword, expected) => {
  expect(found(text, keyword)).toBe(expected)
})

/** The same numbers in every run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

test('given any text and any part of it or of another, then the pattern says what the tokens say', () => {
  const next = numbers(7)
  const characters = [...'项目会议室ab7é カナ가 ，.-@', '𠮷', 'Ａ']
  const some = (length: number) => Array.from({ length }, () => characters[next(characters.length)]).join('')
  let hits = 0
  for (let round = 0; round < 4_000; round++) {
    const text = some(20)
    const from = next(15)
    const keyword = round % 2 ? text.slice(from, from + 2 + next(5)).toWellFormed() : some(2 + next(3))
    for (const phrase of phrasesOf(keyword)) {
      const expected = holdsPhrase(tokensOf(text), phrase)
      if (expected) hits++
      const pattern = phrasePattern(phrase)
      expect(new RegExp(pattern, 'u').test(foldedText(text)), `${keyword} in ${text}: ${pattern}`).toBe(expected)
    }
  }
  expect(hits).toBeGreaterThan(1_000)
})
