import { afterAll, expect, test } from 'vitest'
import type { ChunkGroups } from '../src/chunkGroupsPlugin.ts'
import { sampleRemote } from './sampleRemote.ts'

const sample = sampleRemote({
  'src/search/Results.ts': "export default 'results'\n",
  'src/search/panel.ts': "export default 'panel'\n",
  'src/search/hints.ts': "export default 'hints'\n",
  'src/remote.ts': `export default [
      () => import('./search/Results.ts'),
      () => import('./search/panel.ts'),
      () => import(/* webpackChunkName: "own" */ './search/hints.ts'),
    ]
    `,
})
afterAll(() => sample.remove())

test('given a folder and a file of it in two groups, then each is in its chunk, and a name at an import goes before', async () => {
  const stats = await sample.build({ chunks: { first: ['search/Results.ts'], later: ['search/'] } })
  const names = [...stats.compilation.namedChunks.keys()]
  expect(names).toEqual(expect.arrayContaining(['first', 'later', 'own']))
  expect(sample.chunk('first')).toContain('results')
  expect(sample.chunk('later')).toContain('panel')
  expect(sample.chunk('later')).not.toMatch(/results|hints/)
  expect(sample.chunk('own')).toContain('hints')
})

test.each<[string, ChunkGroups, string]>([
  ['an entry that no import leads to', { later: ['search/', 'print/'] }, 'no import.. leads to "print/"'],
  ['an entry in two groups', { first: ['search/'], later: ['search/'] }, 'remote-sample: .* two chunks: search/'],
])('given %s, then the build fails and names it', async (_, chunks, problem) => {
  await expect(sample.build({ chunks })).rejects.toThrow(new RegExp(problem))
})
