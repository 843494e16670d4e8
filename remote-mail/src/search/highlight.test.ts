import { describe, expect, it } from 'vitest'
import { pieces, termsOf } from './highlight.ts'

const marked = (text: string, keyword: string) =>
  pieces(text, termsOf(keyword))
    .map(({ text: part, hit }) => (hit ? `[${part}]` : part))
    .join('')

describe('highlight', () => {
  it('finds Chinese words inside running text', () => {
    expect(marked('鸿雁书信与雁书', '雁书')).toBe('鸿[雁书]信与[雁书]')
  })
  it('takes several words, and the longer one where they overlap', () => {
    expect(marked('季度会议纪要', '会议 会议纪要')).toBe('季度[会议纪要]')
  })
  it('does not mind case or full-width letters', () => {
    expect(marked('ＡＢc Report', 'abc report')).toBe('[ＡＢc] [Report]')
  })
  it('counts a character beyond the BMP as one', () => {
    expect(marked('𠮷野家', '野')).toBe('𠮷[野]家')
  })
  it('given characters of patterns, takes them as they are', () => {
    expect(marked('a.b*c', '.b*')).toBe('a[.b*]c')
  })
  it('given no words, marks nothing', () => {
    expect(marked('正文', '  ')).toBe('正文')
  })
})
