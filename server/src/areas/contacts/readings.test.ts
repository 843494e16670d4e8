import { expect, test } from 'vitest'
import { nameKeys } from '../../store/names/personKeys.ts'
import { surnameReadings, syllablesOf } from '../../store/names/pinyin.ts'
import { RANK } from '../../store/names/rank.ts'
import { foldKeyword, soundingsOf } from '../../store/names/soundings.ts'
import { rankOf } from './matchPerson.ts'

/** Surnames that people read in several ways, the right one first. */
const SURNAMES: Readonly<Record<string, string>> = {
  隗: 'wei kui', 万俟: 'moqi', 单: 'shan dan', 查: 'zha cha', 仇: 'qiu chou', 解: 'xie jie', 朴: 'piao pu', 曾: 'zeng',
  区: 'ou qu', 任: 'ren', 盖: 'ge gai', 乐: 'yue le', 缪: 'miao', 翟: 'zhai di', 覃: 'qin tan', 尉迟: 'yuchi', 冼: 'xian',
  种: 'chong zhong', 召: 'shao zhao', 员: 'yun yuan', 黑: 'he hei', 洗: 'xian xi', 逄: 'pang', 郗: 'xi', 郇: 'xun',
} // biome-ignore format: a table

/** Given names with characters that are read in several ways. */
const GIVEN: Readonly<Record<string, string>> = {
  行: 'xing hang', 丽娜: 'lina', 乐: 'le yue', 晟: 'sheng cheng', 茜: 'qian xi', 朝阳: 'chaoyang zhaoyang', 娜: 'na nuo',
  柏林: 'bailin bolin',
} // biome-ignore format: a table

test('names that are read in several ways are found by each of them', () => {
  const missed: string[] = []
  let asked = 0
  let names = 0
  for (const [surname, readings] of Object.entries(SURNAMES)) {
    for (const [given, sounds] of Object.entries(GIVEN)) {
      const name = surname + given
      names += 1
      const keys = new Set(nameKeys(name).map(({ key }) => key))
      const soundings = soundingsOf(name, syllablesOf(name), surnameReadings(name))
      const person = { name: foldKeyword(name), soundings, address: 'x@x', duty: '', phone: '' }
      for (const typed of readings.split(' ').flatMap((one) => sounds.split(' ').map((sound) => one + sound))) {
        asked += 1
        if (!keys.has(typed) || rankOf(typed, person) < RANK.nameStart) missed.push(`${name} ${typed}`)
      }
    }
  }
  expect(names).toBe(200)
  expect(missed.length / asked, missed.join(', ')).toBeLessThan(0.05)
})
