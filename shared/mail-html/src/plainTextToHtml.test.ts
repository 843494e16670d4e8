import { describe, expect, it } from 'vitest'
import { plainTextToHtml } from './plainTextToHtml.ts'

const links = (text: string) => [...plainTextToHtml(text).matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

describe('plainTextToHtml', () => {
  it('escapes markup', () => {
    expect(plainTextToHtml('<b>&"')).toBe('<div style="white-space:pre-wrap">&lt;b&gt;&amp;&quot;</div>')
  })
  it.each([
    ['请看https://a.test/x。谢谢', 'https://a.test/x'],
    ['（见 https://a.test/x）', 'https://a.test/x'],
    ['https://a.test/x，然后', 'https://a.test/x'],
    ['https://a.test/路径', 'https://a.test/'],
    ['see https://a.test/w_(x).', 'https://a.test/w_(x)'],
    ['(https://a.test/x)', 'https://a.test/x'],
    ['www.a.test!', 'http://www.a.test'],
    ['问 li.na@yanshu.test。', 'mailto:li.na@yanshu.test'],
  ])('finds the address in %s', (text, href) => {
    expect(links(text)).toEqual([href])
  })
  it('draws quote levels', () => {
    expect(plainTextToHtml('a\n> b\n>> c\nd').replace(/ style="[^"]*"/g, '')).toBe(
      '<div>a</div><blockquote type="cite"><div>b</div><blockquote type="cite"><div>c</div></blockquote></blockquote><div>d</div>',
    )
  })
  it('given ten thousand marks, does not nest ten thousand blocks', () => {
    expect(plainTextToHtml('>'.repeat(10_000)).match(/<blockquote/g)?.length).toBe(12)
  })
})
