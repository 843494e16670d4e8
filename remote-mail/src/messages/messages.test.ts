import type { MessageTree } from '@yanshu/contracts'
import { describe, expect, it } from 'vitest'
import en from './en.ts'
import firstZh from './firstZh.ts'
import { homeEn } from './homeEn.ts'
import { homeZh } from './homeZh.ts'
import { searchEn } from './searchEn.ts'
import { searchZh } from './searchZh.ts'
import zh from './zh.ts'

function flat(tree: MessageTree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${prefix}${key}`, value] as const] : [...flat(value, `${prefix}${key}.`)],
    ),
  )
}

/** English has a form for one; Chinese needs none. */
const withoutOne = (keys: Iterable<string>) => [...keys].filter((key) => !key.endsWith('_one')).sort()
const valuesIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

describe('messages of the lists', () => {
  it('stand in one Chinese file each', () => {
    const [first, later] = [flat(firstZh), flat(zh)]
    expect([...first.keys()].filter((key) => later.has(key))).toEqual([])
  })
})

describe.each([
  ['of the lists', [firstZh, zh], en],
  ['of the home page', [homeZh], homeEn],
  ['of search', [searchZh], searchEn],
])('messages %s', (_, inChinese: readonly MessageTree[], inEnglish: MessageTree) => {
  const chinese = new Map(inChinese.flatMap((tree) => [...flat(tree)]))
  const english = flat(inEnglish)
  it('stand in both languages', () => {
    expect(withoutOne(english.keys())).toEqual(withoutOne(chinese.keys()))
  })
  it('name the same values in both languages', () => {
    for (const [key, text] of chinese) expect([key, valuesIn(english.get(key) ?? '')]).toEqual([key, valuesIn(text)])
  })
  it('are written in their language', () => {
    for (const [key, text] of english) expect([key, /\p{Script=Han}/u.test(text)]).toEqual([key, false])
  })
})
