import { httpCalls } from '@yanshu/contracts/schemas'
import { expect, test } from 'vitest'
import { exampleOf } from './exampleOf.ts'

test.each(['empty', 'filled'] as const)(
  'given any call, then its %s answer is one that the contract allows',
  (fullness) => {
    const wrong = httpCalls
      .filter(({ answers }) => answers !== 'blob')
      .flatMap(({ path, data }) => {
        const { success, error } = data.safeParse(exampleOf(data, fullness))
        return success ? [] : [`${path}: ${error.issues.map(({ path: at, message }) => `${at.join('.')} ${message}`)}`]
      })
    expect(wrong).toEqual([])
  },
)
