import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROLES } from '@yanshu/contracts'
import { SWITCH_GUIDE, switchValues } from '@yanshu/contracts/schemas'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')

/** The switches on which places of the remotes hang, by what is declared in their source. */
function switchesOfPlaces(): string[] {
  const remotes = readdirSync(ROOT).filter((name) => name.startsWith('remote-'))
  const texts = remotes.map((name) => readFileSync(path.join(ROOT, name, 'src/contributes.ts'), 'utf8'))
  /** What a place may hang on beside a switch: roles, and what goes out of the mailbox by itself. */
  const others: readonly string[] = [...ROLES, 'automaticMail']
  const named = [
    ...new Set(texts.flatMap((text) => [...text.matchAll(/\bwhen(?::| =) '(\w+)'/g)].map(([, name]) => name ?? ''))),
  ]
  return named.filter((name) => !others.includes(name))
}

test('the places of remotes hang on known switches, and the guide names each of them', () => {
  const used = switchesOfPlaces()
  for (const name of used) switchValues.keyof().parse(name)
  const named = Object.entries(SWITCH_GUIDE).filter(([, { acts }]) => acts?.includes('places'))
  expect(named.map(([name]) => name).toSorted()).toEqual(used.toSorted())
})
