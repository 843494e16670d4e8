import { expect, test } from 'vitest'
import { attribute, BUNDLER } from './attribute.ts'

test('given a map with two sources, then each counts the characters that come from it', () => {
  // Column 0 has no source, column 4 begins in a.ts, column 9 in b.ts; the second line is all of a.ts.
  const map = { sources: ['a.ts', 'b.ts'], mappings: 'A,IAAA,KCAA;ADAA' }
  expect([...attribute('0123aaaaabbb\naa', map)]).toEqual([
    [BUNDLER, 4],
    ['a.ts', 7],
    ['b.ts', 3],
  ])
})
