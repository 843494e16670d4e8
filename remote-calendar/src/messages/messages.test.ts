import { describe, expect, test } from 'vitest'
import en from './en.ts'
import zh from './zh.ts'

type Tree = { readonly [key: string]: string | Tree }

/** Every message by its path. English has singulars that Chinese does not need. */
function flat(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : flat(value, `${path}${key}.`),
  )
}

const words = { zh: new Map(flat(zh)), en: new Map(flat(en)) }
const plural = (key: string) => key.replace(/_one$/, '_other')
const values = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort()

describe('the words of the calendar', () => {
  test('given both languages, then they have the same keys', () => {
    expect(new Set([...words.en.keys()].map(plural))).toEqual(new Set(words.zh.keys()))
  })

  test('given a message with values, then both languages take the same ones', () => {
    for (const [key, text] of words.en)
      expect([key, values(text)]).toEqual([key, values(words.zh.get(plural(key)) ?? '')])
  })

  test('given any message, then it says something', () => {
    for (const text of [...words.zh.values(), ...words.en.values()]) expect(text.trim()).not.toBe('')
  })
})
