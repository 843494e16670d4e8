import { describe, expect, it } from 'vitest'
import { cutToColumns } from './cutToColumns.ts'

describe('the first words of a mail, cut to what a row shows', () => {
  it('given Chinese, counts two columns for each character', () => {
    expect(cutToColumns('请放到三楼库房', 14)).toBe('请放到三楼库房')
    expect(cutToColumns('请放到三楼库房', 13)).toBe('请放到三楼库…')
  })
  it('given Latin letters and their punctuation, counts one', () => {
    expect(cutToColumns('Straße – “ok”', 13)).toBe('Straße – “ok”')
    expect(cutToColumns('Please bring it upstairs', 12)).toBe('Please bring…')
  })
  it.each([
    ['an emoji of two code units', '好🍖🍖🍖', 5, '好🍖…'],
    ['a family joined of several', 'ab👨‍👩‍👧 cd', 5, 'ab…'],
    ['a hand with its colour', '👍🏽👍🏽 yes', 6, '👍🏽…'],
    ['a letter with its mark', 'e\u0301e\u0301e\u0301', 3, 'e\u0301…'],
  ])('does not part %s', (_what, text, columns, cut) => {
    expect(cutToColumns(text, columns)).toBe(cut)
  })
  it('given no room, shows nothing', () => {
    expect(cutToColumns('好', 0)).toBe('')
    expect(cutToColumns('好', 1)).toBe('')
  })
})
