import type { MessageTree } from '@yanshu/contracts'
import { expect, it } from 'vitest'
import en from './en.ts'
import zh from './zh.ts'

const flat = (tree: MessageTree, before = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[before + key, value] as [string, string]] : flat(value, `${before}${key}.`),
  )
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

it('says everything in both languages, with the same values', () => {
  const chinese = new Map(flat(zh))
  const english = new Map(flat(en))
  expect([...english.keys()].sort()).toEqual([...chinese.keys()].sort())
  for (const [key, text] of chinese)
    expect([key, placeholders(english.get(key) ?? '')]).toEqual([key, placeholders(text)])
})
