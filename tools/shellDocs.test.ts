import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const lines = readFileSync(path.join(ROOT, 'docs/shell.md'), 'utf8').split('\n')
const rows = lines.filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))

test('each line of the specification has an answer in docs/shell.md', () => {
  const empty = rows.filter((row) => /^(none|-|–)?$/.test(row.split('|').at(-2)?.trim() ?? ''))
  expect(rows.length).toBeGreaterThan(60)
  expect(empty).toEqual([])
})

test('the tests that docs/shell.md names are there', () => {
  const named = rows.flatMap((row) => [...row.matchAll(/`([\w./-]+\/[\w./-]+)`/g)].map(([, name]) => name ?? ''))
  const files = named.filter((name) => /^(?:host|shared|server|remote-\w+|e2e|tools)\//.test(name))
  expect(files.length).toBeGreaterThan(60)
  expect(files.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([])
})
