import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { specsFor } from './specsFor.ts'

const FOLDERS = readdirSync(path.resolve(import.meta.dirname, '../e2e'))

test('given a changed file of a remote, then its own specs and the main job run', () => {
  expect(specsFor(['remote-mail/src/remote.ts'])).toEqual(['mail', 'main-job'])
})

test('given only docs and unit tests, then no browser is needed', () => {
  expect(specsFor(['docs/architecture.md', 'README.md', 'server/src/start.test.ts', 'tools/check.ts'])).toEqual([])
})

test('given a changed spec, then its folder runs alone', () => {
  expect(specsFor(['e2e/mail/lists.spec.ts'])).toEqual(['mail'])
})

test('given a remote that nobody has listed, then the main job runs', () => {
  expect(specsFor(['remote-unlisted/src/remote.ts'])).toEqual(['main-job'])
})

test('given a change of what all specs use, then every folder runs that exists', () => {
  const all = specsFor(['e2e/support/people.ts'])
  expect(all.length).toBeGreaterThan(5)
  for (const folder of all) expect(FOLDERS).toContain(folder)
})
