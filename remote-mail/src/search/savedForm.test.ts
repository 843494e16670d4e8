import { describe, expect, test } from 'vitest'
import { formOf, isKnownWhole, queryOf, savedAs, searchNameProblem } from './savedForm.ts'
import { EMPTY_SEARCH } from './searchParams.ts'

const form = { ...EMPTY_SEARCH, kind: 4, keyword: '报销 单', from: 'li', unread: 1, order: 'best' } as const

describe('a search that is kept', () => {
  test('is the same one when it is opened', () => {
    const saved = { name: '报销', query: queryOf(form) }
    expect(formOf(saved)).toEqual(form)
    expect(isKnownWhole(saved)).toBe(true)
    expect(savedAs([{ name: '别的', query: 'type=3&keyword=x' }, saved], form)).toBe(saved)
    expect(savedAs([saved], { ...form, unread: 2 })).toBeUndefined()
  })

  test('of another syntax is searched by what is known of it', () => {
    const later = { name: '将来', query: 'keyword=x&type=3&near=5' }
    expect(isKnownWhole(later)).toBe(false)
    expect(savedAs([later], formOf(later))).toBe(later)
    expect(formOf(later)).toEqual({ ...EMPTY_SEARCH, keyword: 'x' })
    expect(isKnownWhole({ query: 'type=3&keyword=x' })).toBe(true)
  })

  test.each([
    ['', 'required'],
    ['  ', 'required'],
    ['名'.repeat(30), null],
    ['𠮷'.repeat(31), 'tooLong'],
  ])('the name %j: %s', (name, problem) => {
    expect(searchNameProblem(name)).toBe(problem)
  })
})
