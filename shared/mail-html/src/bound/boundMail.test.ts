import { MAX_HTML_DEPTH } from '@yanshu/contracts'
import { JSDOM } from 'jsdom'
import { describe, expect, it } from 'vitest'
import { boundMail } from './boundMail.ts'

const ALL = 1_000_000
const { window } = new JSDOM('')
const parse = (html: string): Document => new window.DOMParser().parseFromString(html, 'text/html')

/** What a browser makes of a mail, whether or not it was bound before. */
const bodyOf = (html: string): string => parse(html).body.innerHTML

describe('boundMail', () => {
  it.each([
    ['paragraphs that nobody closed', '<p>甲<p>乙<ul><li>一<li>二</ul>丙'],
    ['cells that nobody closed', '<table><tr><td>1<td>2<tr><td>3<td>4</table>x'],
    ['formatting across blocks', '<b>甲<p>乙</b>丙</p><i>丁<b>戊</i>己</b>'],
    ['formatting that goes on in the next paragraph', '<p><font color=red>甲<p>乙</font><p>丙'],
    ['anchors that nobody closed', '<a name=x>甲<p><a href="y">乙</a>丙'],
    ['attributes of every kind', `<p title="a>b" class='c>d' lang=zh/x align = "left"dir=ltr/>甲</p>`],
    ['signs that open nothing', 'a < b <3 & c &lt; d <'],
    ['a table in a paragraph', '<p>甲<table><tr><td>乙</td></tr></table>丙</p>'],
    ['quotes of quotes', '<blockquote>甲<blockquote>乙</blockquote></blockquote>丙'],
    ['lists of terms', '<dl><dt>甲<dd>乙<dt>丙<dd>丁</dl>'],
    ['preformatted text', '<pre>\n  甲\n</pre>'],
    ['end tags alone', '甲</p>乙</br>丙</div></span>丁'],
  ])('given %s, leaves a mail as a browser reads it', (_what, html) => {
    expect(bodyOf(boundMail(html, ALL).html)).toBe(bodyOf(html))
  })

  it('keeps what the body itself says', () => {
    const { body } = parse(boundMail('<html><body bgcolor="#fff" dir=rtl><p>x</body></html>', ALL).html)
    expect([body.getAttribute('bgcolor'), body.dir, body.innerHTML]).toEqual(['#fff', 'rtl', '<p>x</p>'])
  })

  it('leaves out comments, what browsers take for comments, and what is refused', () => {
    const html =
      '<!--[if mso]><p>1</p><![endif]--><![if !mso]>甲<![endif]><!-->乙<?x?>丙<script>"</p>"</script><svg><p>2</p></svg><o:p>丁</o:p><object>3</object>'
    expect(boundMail(html, ALL).html).toBe('甲乙丙丁')
  })

  it('hands out style sheets as text, wherever they stand', () => {
    expect(boundMail('<style media="print">a{}</style><p><STYLE\n>b{}</style>x<style>c{}', ALL)).toMatchObject({
      sheets: [
        { css: 'a{}', media: 'print' },
        { css: 'b{}', media: '' },
        { css: 'c{}', media: '' },
      ],
      html: '<p>x',
    })
  })

  it('does not make a tag of what a tag left out stood between', () => {
    expect(boundMail('<<o:p>style>a{}', ALL)).toMatchObject({ html: '&lt;style>a{}', sheets: [] })
  })

  it('given more than is wanted, cuts at an element or inside a text, and says so', () => {
    expect(boundMail('<p>甲</p><p>乙</p>', 2)).toMatchObject({ html: '<p>甲</p>', more: true })
    expect(boundMail('<p>甲</p>\n', 2).more).toBe(false)
    const { html, more } = boundMail(`<p>${'&amp;'.repeat(100)}`, 3)
    expect({ html, more }).toEqual({ html: `<p>${'&amp;'.repeat(20)}`, more: true })
  })

  it('counts formatting that every paragraph opens again', () => {
    const fonts = Array.from({ length: 50 }, (_, at) => `<font color=${at}>`).join('')
    const { html } = boundMail(`<p>${fonts}</p>${'<p>x</p>'.repeat(1_000)}`, 1_000)
    expect(parse(html).querySelectorAll('*').length).toBeLessThan(1_100)
  })

  it('given any order of tags, bounds the depth that a browser makes of them, and keeps the text', () => {
    const names = 'div p b a i span li ul td tr table select option button form h1 dd svg title font x-y'.split(' ')
    let seed = 7
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 60; round += 1) {
      // A few names a round, so that what nests or ends badly repeats itself.
      const few = Array.from({ length: 2 + random(4) }, () => names[random(names.length)])
      const cycle = Array.from(
        { length: 3 + random(6) },
        () => `<${random(3) === 0 ? '/' : ''}${few[random(few.length)]}>`,
      )
      const { html } = boundMail(`正文${cycle.join('').repeat(600)}`, ALL)
      const document = parse(html)
      expect(document.body.textContent, cycle.join('')).toContain('正文')
      expect(depthOf(document.body), cycle.join('')).toBeLessThanOrEqual(2 * MAX_HTML_DEPTH + 8)
    }
  }, 60_000)
})

function depthOf(root: Element): number {
  let deepest = 0
  let level = [root]
  for (; level.length > 0; deepest += 1) level = level.flatMap((element) => [...element.children])
  return deepest
}
