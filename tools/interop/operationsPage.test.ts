import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { blocksOf, commandsInText, kindOf, notAmong } from './operationsPage.ts'

const PAGE = readFileSync(path.resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8')
const RUN = ['installing.ts', 'operating.ts', 'remotesByTool.ts']
  .map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8'))
  .join('\n')

test('given the operations page, then each block of commands has a name, and the interop run runs it', () => {
  const blocks = blocksOf(PAGE)
  expect(blocks.filter(({ name }) => name === null)).toEqual([])
  const names = blocks.map(({ name }) => name ?? '')
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !RUN.includes(`page.run('${name}'`))).toEqual([])
  expect(
    [...RUN.matchAll(/page\.run\('([\w-]+)'/g)].map(([, name]) => name).filter((name = '') => !names.includes(name)),
  ).toEqual([])
})

test('given the operations page, then the bare machine runs its way from nothing to an upgrade and back', () => {
  const bare = ['bareOperations.ts', 'bareUpgrade.ts']
    .map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8'))
    .join('\n')
  const names = blocksOf(PAGE).map(({ name }) => name ?? '')
  const way = names.slice(names.indexOf('programs'), names.indexOf('people') + 1).filter((name) => name !== 'move')
  for (const name of [...way, 'backup', 'restore', 'unpack', 'upgrade', 'downgrade', 'sign']) {
    expect(bare, name).toMatch(new RegExp(`['\\(]${name}'`))
  }
})

test('given the page of packages, then each block of commands is run on a bare machine, or has a mark of why it is not', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/packages.md'), 'utf8')
  const run = readFileSync(path.join(import.meta.dirname, 'packaged.ts'), 'utf8')
  const lines = text.split('\n')
  for (const { name, line } of blocksOf(text)) {
    if (name === null) expect(lines[line - 2]).toMatch(/^<!-- not run: (docker|helm) -->$/)
    else expect(run).toContain(`page.run('${name}'`)
  }
})

test('given the operations page, then each command in its sentences is run by one of its blocks', () => {
  const ran = blocksOf(PAGE).flatMap(({ commands }) => commands)
  expect(notAmong(ran, commandsInText(PAGE))).toEqual([])
})

test('a command is known by its program, its words and its options, whoever it is about', () => {
  expect(kindOf('yanshu user add li.na@example.org --name 李娜 --admin')).toBe('yanshu user add --admin --name')
  expect(kindOf('YANSHU_DATA=/x yanshu restore /srv/backup/today')).toBe('yanshu restore')
  expect(kindOf('remotes promote remote-mail 1.1.0 --to 10')).toBe('remotes promote --to')
  expect(kindOf('remotes keys new ~/key.pem')).toBe('remotes keys new')
  expect(kindOf('yanshu backup verify /srv/backup/today')).toBe('yanshu backup verify')
  const ran = ['yanshu queue list', 'remotes history --diff']
  expect(notAmong(ran, ['yanshu queue list', 'yanshu queue drop ID', 'remotes history'])).toEqual([
    'yanshu queue drop ID',
  ])
})

test('a block is its commands without what is said about them', () => {
  const page =
    'a\n<!-- interop: one -->\n```sh\nyanshu check   # shows\n# a remark\n\nls\n```\n```sh\nx\n```\n`remotes verify`\n\n| `pin R V` | all |\n'
  expect(blocksOf(page)).toEqual([
    { name: 'one', line: 3, commands: ['yanshu check', 'ls'] },
    { name: null, line: 9, commands: ['x'] },
  ])
  expect(commandsInText(page)).toEqual(['remotes verify', 'remotes pin R V'])
})

test('given the file for nginx, then no location has a header of its own, which would take those of the server away', () => {
  const file = readFileSync(path.join(import.meta.dirname, '../../deploy/nginx/yanshu.conf'), 'utf8')
  const locations = file.match(/^ {4}location [^{]*\{[^}]*\}/gm) ?? []
  expect(locations.length).toBeGreaterThan(4)
  expect(locations.filter((one) => one.includes('proxy_set_header'))).toEqual([])
})
