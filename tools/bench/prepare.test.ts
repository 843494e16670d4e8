import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SOURCES } from './prepare.ts'

test('the sources that decide what a prepared mailbox holds are there', () => {
  const isThere = (source: string) => existsSync(path.resolve(import.meta.dirname, '../..', source))
  expect(SOURCES.filter((source) => !isThere(source))).toEqual([])
})
