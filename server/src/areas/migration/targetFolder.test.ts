import { expect, test } from 'vitest'
import { namesHere } from './targetFolder.ts'

test.each([
  ['its own names', ['项目', '2025'], ['项目', '2025']],
  ['a name that is too long', ['长'.repeat(40)], ['长'.repeat(30)]],
  ['a slash in a name', ['a/b'], ['a-b']],
  ['emoji, controls and spaces', [' 周报📎\u0007 '], ['周报']],
  ['nothing that could be a name', ['📎'], ['Maildir']],
  ['seven levels', ['1', '2', '3', '4', '5', '6', '7'], ['1', '2', '3', '4', '5-6-7']],
])('given %s, then a folder of the other server is known here by names that may be', (_what, names, wanted) => {
  expect(namesHere(names)).toEqual(wanted)
})
