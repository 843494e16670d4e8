import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TextIndex } from './textIndex.ts'

const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...'ab周报𠮷é '), { maxLength }).map((signs) => signs.join(''))

test('given any values and any text, then the same is found as by looking for each', () => {
  fc.assert(
    fc.property(
      fc.array(
        text(5).filter((value) => value !== ''),
        { maxLength: 60 },
      ),
      text(80),
      (values, within) => {
        const index = new TextIndex()
        for (const value of values) index.add(value)
        const key = {}
        for (const value of values) expect(index.includes(key, within, value)).toBe(within.includes(value))
      },
    ),
    { seed: 1 },
  )
})
