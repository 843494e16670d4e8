import { describe, expect, it } from 'vitest'
import { render, renderTree } from '../../test/render.ts'

const originals = (html: string) =>
  [...renderTree(html).querySelectorAll('a')].map((link) => link.getAttribute('data-yanshu-href'))

describe('linkAddresses', () => {
  it('links what stands in the text, through the warning page, and leaves the words around it', () => {
    const tree = renderTree('<p>请登录 https://oa.test/tasks?a=b&amp;c=d。或问 <b>li.na@oa.test</b>，谢谢</p>')
    const [web, mail] = [...tree.querySelectorAll('a')]
    expect(web?.getAttribute('href')).toBe('/#/linkPage?url=https%3A%2F%2Foa.test%2Ftasks%3Fa%3Db%26c%3Dd')
    expect(mail?.getAttribute('data-yanshu-href')).toBe('mailto:li.na@oa.test')
    expect(tree.textContent).toBe('请登录 https://oa.test/tasks?a=b&c=d。或问 li.na@oa.test，谢谢')
  })
  it('finds every one of several in one text', () => {
    expect(originals('<td>https://a.test/1 https://a.test/2, www.a.test</td>')).toEqual([
      'https://a.test/1',
      'https://a.test/2',
      'http://www.a.test/',
    ])
  })
  it('leaves links as they are, and reports no lie of its own making', () => {
    const html = '<a href="https://a.test/">见 https://a.test/</a> https://b.test/'
    expect(originals(html)).toEqual(['https://a.test/', 'https://b.test/'])
    expect(render(html).deceptiveLinks).toEqual([])
  })
  it('given an address with markup in it, makes text of it and nothing else', () => {
    const tree = renderTree('https://a.test/&lt;img src=x onerror=y&gt;')
    expect(tree.querySelector('img')).toBeNull()
    expect(originals('https://a.test/&quot;onclick=&quot;x')).toEqual(['https://a.test/'])
  })
  it('leaves a quote that goes on to others as it was written', () => {
    expect(render('https://a.test/', { mode: 'quote' }).html).not.toContain('<a')
  })
})
