import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { cutMessages, type MessageParts, unknownPaths } from '../src/messageParts.ts'
import { sampleRemote } from './sampleRemote.ts'

const ENGLISH = {
  hello: 'Hello',
  list: { empty: 'Nothing', mails: '{{count}} mails', mails_one: '{{count}} mail', menu: 'Menu', order: { by: 'By' } },
  search: { title: 'Search', none: 'Not found' },
}
const PARTS: MessageParts = { first: ['list', 'search.title'], menu: ['list.mails|menu'], rest: ['*', 'list.order.by'] }

describe('a tree of messages in parts', () => {
  test('given groups, messages of them and the rest, then each message is in one part, with its plurals', () => {
    expect(cutMessages(ENGLISH, PARTS, 'first')).toEqual({ list: { empty: 'Nothing' }, search: { title: 'Search' } })
    expect(cutMessages(ENGLISH, PARTS, 'menu')).toEqual({
      list: { mails: '{{count}} mails', mails_one: '{{count}} mail', menu: 'Menu' },
    })
    expect(cutMessages(ENGLISH, PARTS, 'rest')).toEqual({
      hello: 'Hello',
      list: { order: { by: 'By' } },
      search: { none: 'Not found' },
    })
  })

  test('given a path that a language does not have, then it is named', () => {
    expect(unknownPaths(ENGLISH, PARTS)).toEqual([])
    expect(unknownPaths(ENGLISH, { first: ['*', 'lists', 'list.menu|none'] })).toEqual(['lists', 'list.none'])
  })
})

describe('a remote with messages in parts', () => {
  const sample = sampleRemote({
    'src/messages/search.ts': "export const zh = { title: '搜索', none_other: '没有找到' } satisfies object\n",
    'src/messages/zh.ts': "import { zh } from './search.ts'\nexport default { hello: '你好', search: zh }\n",
    'src/remote.ts': `import first from './messages/zh.ts?part=first'
      export default { first, found: () => import(/* webpackChunkName: "found" */ './messages/zh.ts?part=found') }
      `,
  })
  afterAll(() => sample.remove())

  test('given an import of a part, then its chunk has these messages alone, and every file of them is watched', async () => {
    const { compilation } = await sample.build({ messages: { first: ['*', 'search.title'], found: ['search'] } })
    const found = sample.chunk('found')
    expect(found).toContain('没有找到')
    expect(found).not.toContain('你好')
    expect(found).not.toContain('搜索')
    const watched = ['zh.ts', 'search.ts'].map((file) => path.join(sample.directory, 'src/messages', file))
    expect([...compilation.fileDependencies]).toEqual(expect.arrayContaining(watched))
  })

  test.each<[string, MessageParts, string]>([
    ['a group that is not there', { first: ['*'], found: ['serach'] }, 'not in .*zh.ts: serach'],
    [
      'a part that no import asks for',
      { first: ['*'], found: ['search'], more: ['hello'] },
      'asks for the part "more"',
    ],
    ['an import of a part that is not declared', { first: ['*'] }, '"found" is no part of the messages'],
    [
      'a group in two parts',
      { first: ['*', 'search'], found: ['search'] },
      'remote-sample: .*"search" are in two parts',
    ],
    ['no part that has the rest', { first: ['hello'], found: ['search'] }, 'remote-sample: no part .* has the rest'],
  ])('given %s, then the build fails and names it', async (_, messages, problem) => {
    await expect(sample.build({ messages })).rejects.toThrow(new RegExp(problem))
  })
})
