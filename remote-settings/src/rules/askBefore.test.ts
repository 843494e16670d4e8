import { expect, test } from 'vitest'
import { isOwnPattern } from './askBefore.ts'

test.each([
  ['li.na@yanshu.test', true],
  ['@yanshu.test', true],
  ['Li.Na@Yanshu.Test', true],
  ['li.na@yanshu.test.evil.example', false],
  ['@test', false],
  ['news@shop.example', false],
])('%s belongs to the organisation: %s', (pattern, own) => {
  expect(isOwnPattern(pattern, ['yanshu.test'])).toBe(own)
})
