import { JSDOM } from 'jsdom'
import { describe, expect, it } from 'vitest'
import { render, renderTree } from '../test/render.ts'
import { restoreAddresses } from './restoreAddresses.ts'

describe('renderMailHtml', () => {
  it('given scripts, handlers, frames and drawings, keeps the text', () => {
    const { html } = render(
      '<p onclick="x()">甲<script>1</script><iframe src="x"></iframe><svg><image href="x"/></svg>乙</p>',
    )
    expect(html).toBe('<div class="yanshu-mail" dir="ltr"><p>甲乙</p></div>')
  })
  it('says which way the text runs and how much there is', () => {
    expect(render('<p>שלום world</p>')).toMatchObject({ direction: 'rtl', textLength: 9 })
    expect(render('<html dir="rtl"><p>x</p></html>').direction).toBe('rtl')
    expect(render('')).toMatchObject({ direction: 'ltr', textLength: 0 })
  })
  it('given frames in place of a body, still renders', () => {
    expect(render('<frameset><frame src="x"></frameset>').textLength).toBe(0)
  })
  it('does not remember anything of the mail before', () => {
    render('<style>p{color:red}</style><img src="http://a.test/1">')
    expect(render('<p>x</p>')).toMatchObject({ css: '', heldImages: { count: 0, hosts: [] } })
  })
})

describe('restoreAddresses', () => {
  it('given a quote about to be sent, gives images their own addresses back', () => {
    const html = '<img src="http://a.test/1"><img src="cid:x">'
    const { document } = new JSDOM(render(html, { mode: 'quote', cid: new Map([['x', 'blob:1']]) }).html).window
    restoreAddresses(document.body)
    expect([...document.images].map((image) => image.outerHTML)).toEqual([
      '<img src="http://a.test/1">',
      '<img src="cid:x">',
    ])
  })
  it('given an address that a mail could not have, does not bring it back', () => {
    const tree = renderTree('<img src="http://a.test/1">')
    tree.querySelector('img')?.setAttribute('data-yanshu-src', 'javascript:x')
    restoreAddresses(tree)
    expect(tree.querySelector('img')?.hasAttribute('src')).toBe(false)
  })
})
