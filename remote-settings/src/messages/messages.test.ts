import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { messageProblems } from '@yanshu/build/messageProblems'
import { expect, test } from 'vitest'
import en from './en.ts'
import zh from './zh.ts'

test('the messages of the settings say the same in both languages, with the same values', () => {
  expect(messageProblems([zh], en)).toEqual([])
})

test('every message that a screen of the settings asks for is there', () => {
  const source = path.resolve(import.meta.dirname, '..')
  // Modules without a screen get words of one part handed in.
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const wanted = files.flatMap((file) =>
    [...readFileSync(path.join(source, file), 'utf8').matchAll(/\bsay\('([\w.-]+)'/g)].map(([, key = '']) => ({
      file,
      key,
    })),
  )
  const has = (key: string) => key.split('.').reduce<unknown>((tree, part) => Object(tree)[part], zh) !== undefined
  expect(wanted.length).toBeGreaterThan(300)
  const missing = wanted.filter(({ key }) => !has(key) && !has(`${key}_other`))
  expect(missing).toEqual([])
})
