import { expect, it } from 'vitest'
import { specificityOf } from './specificity.ts'
import { tokenizeCss } from './tokenize.ts'

it.each([
  ['p', 1],
  ['div p', 2],
  ['.a', 1000],
  ['p.a[title="x"]:first-child', 3001],
  ['#i .a', 1_001_000],
  ['li::marker', 2],
])('weighs %s as %i', (selector, weight) => {
  expect(specificityOf(tokenizeCss(selector))).toBe(weight)
})
