import { describe, expect, test } from 'vitest'
import { operatorHints } from './operatorHints.ts'

const hinted = (text: string) => operatorHints(text).map((hint) => hint.text)

describe('operators that are proposed while one types', () => {
  test.each([
    ['fr', ['from:']],
    ['报销 发件', ['报销 发件人:']],
    ['IS:', ['is:unread ', 'is:read ']],
    ['有附', ['有附件 ']],
    ['报销 早', []],
    ['f', []],
    ['from:', []],
    ['from:li', []],
    ['报销 ', []],
    ['未读', []],
    ['has:attachment', []],
    ['constructor', []],
  ])('%j', (text, expected) => {
    expect(hinted(text)).toEqual(expected)
  })
})
