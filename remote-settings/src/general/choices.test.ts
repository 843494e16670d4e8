import { DEFAULT_PAGE_SIZE, PAGE_SIZES, SKINS } from '@yanshu/contracts'
import { SKINS as DRAWN } from '@yanshu/ui'
import { describe, expect, test } from 'vitest'
import { clockExample, pageSizes } from './choices.ts'

describe('choices of the general settings', () => {
  test('given a size that is offered, then the list stays as it is', () => {
    expect(pageSizes(DEFAULT_PAGE_SIZE)).toEqual([...PAGE_SIZES])
  })

  test('given a size set by other means, then it is in the list at its place', () => {
    expect(pageSizes(25)).toEqual([15, 20, 25, 30, 50, 100])
  })

  test('given both clocks and languages, then the example shows how they differ', () => {
    expect(clockExample('zh', 24)).toBe('14:05')
    expect(clockExample('zh', 12)).toBe('下午2:05')
    expect(clockExample('en', 24)).toBe('14:05')
    expect(clockExample('en', 12)).toBe('2:05 PM')
  })

  test('given the skins that the server stores, then each is drawn, and no other', () => {
    expect(DRAWN.map((skin) => skin.id)).toEqual([...SKINS])
  })
})
