import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { callsPage } from './callsPage.ts'
import { switchesPage } from './switchesPage.ts'

test('given the contracts as they are, when the page of calls is read, then it says the same', () => {
  const written = readFileSync(path.resolve(import.meta.dirname, '../../docs/calls.md'), 'utf8')
  expect(written, 'run npm run docs:calls').toBe(callsPage())
})

test('given the switches as they are, when their page is read, then it says the same', () => {
  const written = readFileSync(path.resolve(import.meta.dirname, '../../docs/switches.md'), 'utf8')
  expect(written, 'run npm run docs:calls').toBe(switchesPage())
})
