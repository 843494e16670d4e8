import { expect, test } from 'vitest'
import { type Contributes, claimOf, withEarlierTraits } from '../src/index.ts'

const title = { zh: '页', en: 'Page' }
const of = (...prefixes: string[]): Contributes => ({ routes: prefixes.map((prefix) => ({ prefix, title })) })

test('given a version from before routes had traits, then its routes have those that hosts knew', () => {
  expect(withEarlierTraits(of('write', 'notes')).routes).toEqual([
    { prefix: 'write', title, manyTabs: true, bare: true, reopen: false },
    { prefix: 'notes', title },
  ])
  const mail = withEarlierTraits(of('inbox', 'dashboard'))
  expect(mail.routes.map(({ home }) => home)).toEqual([20, 10])
  expect([mail.shortcuts?.map(({ keys }) => keys), mail.folders?.custom]).toEqual([
    ['g i', 'g t', 'g d', 'g s'],
    '/custombox/:id',
  ])
  expect(withEarlierTraits(of('set')).nav?.map(({ place }) => place)).toEqual(['sidebar.manage'])
})

test('given a version of which hosts knew nothing, then nothing is added to it', () => {
  const notes = of('notes')
  expect(withEarlierTraits(notes)).toBe(notes)
})

test('given a version that declares traits, then nothing is added to it', () => {
  const declared: Contributes = { routes: [{ prefix: 'write', title, bare: true }, ...of('inbox').routes] }
  expect(withEarlierTraits(declared)).toBe(declared)
})

test.each([
  ['/inbox', 'inbox'],
  ['#/inbox/3?mail=7', 'inbox'],
  ['/set/one/more', 'set/one'],
  ['/inboxes', undefined],
])('the claim that %s lies below is %s', (path, prefix) => {
  expect(claimOf(of('inbox', 'set/one').routes, path)?.prefix).toBe(prefix)
})
