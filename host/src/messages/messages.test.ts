import { expect, test } from 'vitest'
import { en as loginEn } from '../login/messages/en.ts'
import { zh as loginZh } from '../login/messages/zh.ts'
import { en } from './en.ts'
import { onDemandZh } from './onDemandZh.ts'
import { zh } from './zh.ts'

const entries = (tree: object, at = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? entries(value, `${at}${key}.`) : [[`${at}${key}`, `${value}`]],
  )
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort()

const allZh = {
  ...zh,
  ...onDemandZh,
  outlet: { ...zh.outlet, ...onDemandZh.outlet },
  topBar: { ...zh.topBar, ...onDemandZh.topBar },
  sidebar: { ...zh.sidebar, ...onDemandZh.sidebar },
  shortcuts: { ...zh.shortcuts, ...onDemandZh.shortcuts },
}

test.each([
  ['the frame', allZh, en],
  ['the login page', loginZh, loginEn],
])('%s says the same things in both languages, with the same values', (_, chinese, english) => {
  const other = new Map(entries(english))
  expect([...other.keys()].sort()).toEqual(
    entries(chinese)
      .map(([key]) => key)
      .sort(),
  )
  for (const [key, text] of entries(chinese)) {
    expect([key, holes(other.get(key) ?? '')]).toEqual([key, holes(text)])
    expect(text.trim(), key).not.toBe('')
    expect(other.get(key) ?? '', key).not.toMatch(/\p{Script=Han}/u)
  }
})
