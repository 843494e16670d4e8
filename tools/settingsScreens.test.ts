import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import zh from '../remote-settings/src/messages/zh.ts'

/** A screen with words of its own, which come with it. */
const OWN_WORDS = /const say = use\w+Words\(\)/

const SOURCE = path.resolve(import.meta.dirname, '../remote-settings/src')

test('answers of two calls never share a name: one would be shown where the other is expected', () => {
  const calls = new Map<string, Set<string>>()
  for (const file of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.tsx')) continue
    const text = readFileSync(path.join(SOURCE, file), 'utf8')
    for (const [, name = '', asked = ''] of text.matchAll(/useAnswer\('(\w+)', ([^\n]+)\)/g)) {
      calls.set(name, (calls.get(name) ?? new Set()).add(asked))
    }
  }
  expect(calls.size).toBeGreaterThan(15)
  expect([...calls].filter(([, asked]) => asked.size > 1)).toEqual([])
})

test('every message that a screen of the settings asks for is there', () => {
  // Modules without a screen get words of one part handed in.
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const wanted = files.flatMap((file) => {
    const text = readFileSync(path.join(SOURCE, file), 'utf8')
    if (OWN_WORDS.test(text)) return []
    return [...text.matchAll(/\bsay\('([\w.-]+)'/g)].map(([, key = '']) => ({ file, key }))
  })
  const has = (key: string) => key.split('.').reduce<unknown>((tree, part) => Object(tree)[part], zh) !== undefined
  expect(wanted.length).toBeGreaterThan(300)
  expect(wanted.filter(({ key }) => !has(key) && !has(`${key}_other`))).toEqual([])
})
