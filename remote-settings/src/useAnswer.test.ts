import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

test('answers of two calls never share a name: one would be shown where the other is expected', () => {
  const calls = new Map<string, Set<string>>()
  for (const file of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.tsx')) continue
    const text = readFileSync(path.join(import.meta.dirname, file), 'utf8')
    for (const [, name = '', asked = ''] of text.matchAll(/useAnswer\('(\w+)', ([^\n]+)\)/g)) {
      calls.set(name, (calls.get(name) ?? new Set()).add(asked))
    }
  }
  expect(calls.size).toBeGreaterThan(15)
  expect([...calls].filter(([, asked]) => asked.size > 1)).toEqual([])
})
