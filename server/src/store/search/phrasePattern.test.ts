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
  ['Zhàng.Wěi', 'zhang.wei', true],
  ['Zhàng Wěi', 'zhang.wei', false],
  ['２０２６年 Ｑ３', '2026年q3', true],
  ['budget-plans', 'budget-plan', true],
  ['budget-plans today', 'budget-plan today', false],
  ['𠮷野家の本', '𠮷野家', true],
  ['招聘 C++ 工程师', 'c++', true],
  ['招聘 C++11 工程师', 'C＋＋', true],
  ['招聘 C 工程师', 'c++', false],
  ['招聘 C+ 工程师', 'c++', false],
  ['招聘 C++工程师', 'c++工程师', true],
  ['招聘 C++ 工程师', 'c++工程师', true],
  ['招聘 C工程师', 'c++工程师', false],
  ['objc++', 'c++', false],
  ['用 .NET 写的', '.net', true],
  ['用 asp.net 写的', '.net', true],
  ['the net is', '.net', false],
  ['C# 和 F#', 'f#', true],
  ['C# 和 F', 'f#', false],
  ['a+b=c', 'a+b', true],
  ['a b', 'a+b', false],
  ['a+bc', 'a+b', true],
  ['比例 100%', '100%', true],
  ['比例 100 元', '100%', false],
  // The marks of sentences part words, and no more.
  ['（会议）纪要', '会议)', true],
  ['well said', 'well said.', true],
  ['you said well', '"well"', true],
  ['2026/11/27', '2026-11-27', false],
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
      const { marks: _marks, ...words } = phrase
      const pattern = phrasePattern(words)
      expect(new RegExp(pattern, 'u').test(foldedText(text)), `${keyword} in ${text}: ${pattern}`).toBe(expected)
    }
  }
  expect(hits).toBeGreaterThan(1_000)
})
