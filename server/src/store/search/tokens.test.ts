import { describe, expect, test } from 'vitest'
import { holdsPhrase } from '../../testing/holdsPhrase.ts'
import { phrasesOf, tokensOf } from './tokens.ts'

const finds = (keyword: string, text: string) => {
  const tokens = tokensOf(text)
  const phrases = phrasesOf(keyword)
  return phrases.length > 0 && phrases.every((phrase) => holdsPhrase(tokens, phrase))
}

describe('words of a text', () => {
  test('pairs that overlap, and the last character alone', () => {
    expect(tokensOf('项目会议')).toEqual(['项目', '目会', '会议', '议'])
  })
  test('a number beside Chinese is a word of its own', () => {
    expect(tokensOf('第1930项目A组')).toEqual(['第', '1930', '项目', '目', 'a', '组'])
  })
  test('full-width and compatibility forms, capitals and accents become one form', () => {
    expect(tokensOf('２０２６ＱＡ Résumé ㎏')).toEqual(['2026qa', 'resume', 'kg'])
  })
  test('a character beyond the BMP is one character', () => {
    expect(tokensOf('𠮷野家')).toEqual(['𠮷野', '野家', '家'])
  })
  test('kana and hangul are cut into pairs as well', () => {
    expect(tokensOf('カレンダー')).toEqual(['カレ', 'レン', 'ンダ', 'ダー', 'ー'])
    expect(tokensOf('회의실')).toEqual(['회의', '의실', '실'])
  })
  test('marks and spaces part words', () => {
    expect(tokensOf('会议，室_a-b')).toEqual(['会议', '议', '室', 'a', 'b'])
  })
})

describe('what a keyword finds', () => {
  const cases: readonly [keyword: string, text: string, found: boolean][] = [
    ['市长', '南京市长江大桥', true],
    ['长江大桥', '南京市长江大桥', true],
    ['南京大桥', '南京市长江大桥', false],
    ['研究生', '他是研究生物的', true],
    ['生物', '他是研究生物的', true],
    ['究物', '他是研究生物的', false],
    ['1930项目', '关于1930项目的通知', true],
    ['930项目', '关于1930项目的通知', false],
    ['项目1930', '本项目1930年启动', true],
    ['议室', '会议，室内', false],
    ['会', '明天开会', true],
    ['议', '明天会议', true],
    ['会', '明天', false],
    ['2026', '２０２６年度', true],
    ['２０２６', '2026年度', true],
    ['Q3预算', '2026Q3预算', false],
    ['q3预算', '关于 Q3预算 表', true],
    ['meet', 'Meeting notes', true],
    ['eting', 'Meeting notes', false],
    ['meet notes', 'Meeting notes', false],
    ['meeting no', 'Meeting notes', true],
    ['𠮷', '𠮷野家', true],
    ['𠮷野', '𠮷野家', true],
    ['吉野', '𠮷野家', false],
    ['预算 会议', '会议讨论预算', true],
    ['预算 会议', '会议讨论', false],
    ['zhang.wei@yanshu.test', '张伟 <zhang.wei@yanshu.test>', true],
    ['项目目会', '项目会议', false],
    ['aba', 'ab ba', false],
    ['人人人', '人人', false],
    ['人人人', '人人人', true],
  ]
  test.each(cases)('%s in %s: %s', (keyword, text, found) => {
    expect(finds(keyword, text)).toBe(found)
  })

  test('a keyword of marks alone searches for nothing', () => {
    expect(phrasesOf('！？ ——')).toEqual([])
  })
})
