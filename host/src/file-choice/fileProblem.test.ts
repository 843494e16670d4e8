import { UPLOAD_SIZE_MAX } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { fileProblem } from './fileProblem.ts'

test.each([
  ['a file fits', { name: 'a', size: 1 }, ['b'], null],
  ['one byte below the limit fits', { name: 'a', size: UPLOAD_SIZE_MAX - 1 }, [], null],
  ['at the limit it is too large', { name: 'a', size: UPLOAD_SIZE_MAX }, [], 'tooLarge'],
  ['nothing in it', { name: 'a', size: 0 }, [], 'empty'],
  ['a name twice', { name: 'a', size: 1 }, ['a'], 'sameName'],
  ['one too many', { name: 'c', size: 1 }, ['a', 'b'], 'tooMany'],
] as const)('%s', (_, file, names, problem) => {
  expect(
    fileProblem(
      file,
      names.map((name) => ({ name })),
      2,
    ),
  ).toBe(problem)
})
