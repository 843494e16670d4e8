import { Command } from 'commander'
import { expect, test } from 'vitest'
import { GROUPS, groupsFor, program } from './program.ts'

const namesFor = (line: string) => groupsFor(line.split(' ')).flatMap(({ names }) => names)
const ALL = GROUPS.flatMap(({ names }) => names)

test('given each group, then it has the commands that are named for it, and no others', async () => {
  for (const { names, load } of GROUPS) {
    const root = new Command()
    const add = await load()
    add(root)
    expect(root.commands.map((command) => command.name())).toEqual(names)
  }
})

test('given a line, then the commands that it may mean are loaded', () => {
  expect(namesFor('domain list')).toEqual(['domain', 'alias'])
  expect(namesFor('--data /srv/mail domain list')).toEqual(['domain', 'alias'])
  // A folder may have the name of a command.
  expect(namesFor('--data user domain list')).toEqual(['user', 'domain', 'alias'])
  expect(namesFor('restore --help')).toEqual(['backup', 'restore'])
})

test('given a line that asks for help, or names no command, then all of them are loaded', async () => {
  expect(namesFor('--help')).toEqual(ALL)
  expect(namesFor('--help user')).toEqual(ALL)
  expect(namesFor('usr list')).toEqual(ALL)
  expect(groupsFor([])).toEqual(GROUPS)
  const root = await program()
  expect(root.commands.map((command) => command.name())).toEqual(ALL)
})
