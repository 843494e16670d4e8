import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The names of the contract's slots. */
function slotNames(): string[] {
  const declared = /interface Slots \{([\s\S]*?)\n\}/.exec(read('shared/contracts/src/slots.ts'))?.[1] ?? ''
  return [...declared.matchAll(/^ {2}'?([a-z]+(?:\.[a-z]+)?)'?: \{/gm)].flatMap(([, name]) => name ?? [])
}

test('given a slot of the contract, then some screen has a place for it', () => {
  const screens = globSync('{host,remote-*}/src/**/*.tsx', { cwd: root })
    .filter((file) => !/\.test\.tsx$/.test(file))
    .map(read)
    .join('\n')
  const names = slotNames()
  expect(names.length).toBeGreaterThanOrEqual(13)
  // The host shows one filler of the drawer at a time, so it has no `Slot` but its own place.
  const placed = (name: string) =>
    new RegExp(`<(?:Slot|RemotePart)\\b[^>]*?\\bname="${name.replace('.', '\\.')}"`, 's').test(screens)
  expect(names.filter((name) => !placed(name))).toEqual([])
})
