import { MAX_CSS_DEPTH, MAX_HTML_DEPTH, MAX_HTML_ELEMENTS } from '@yanshu/contracts'
import { demoMails } from '@yanshu/demo'
import { describe, expect, test } from 'vitest'
import { boundCss } from './boundCss.ts'
import { boundHtml } from './boundHtml.ts'
import { htmlToText } from './html-text.ts'
import { parseMail } from './parseMail.ts'

/** How deep tags stand in each other, taking every end tag for that of the innermost element of its name. */
function depthOf(html: string): number {
  const open: string[] = []
  let deepest = 0
  for (const [, slash, name] of html.matchAll(/<(\/?)([a-z]\w*)/g)) {
    if (slash) {
      const at = open.lastIndexOf(name ?? '')
      if (at >= 0) open.splice(at)
    } else if (name && name !== 'br' && name !== 'input') deepest = Math.max(deepest, open.push(name))
  }
  return deepest
}
const tags = (html: string) => html.match(/<[a-z]/g)?.length ?? 0
const nested = (names: string, depth: number, inside: string) => {
  const list = names.split(' ')
  const open = list.map((name) => `<${name}>`).join('')
  const close = list
    .map((name) => `</${name}>`)
    .reverse()
    .join('')
  return `${open.repeat(depth)}${inside}${close.repeat(depth)}`
}

describe('HTML within the limits', () => {
  test.each([
    ['a page', '<!DOCTYPE html><html><head><style>a{b:c}</style></head><body><p>你好<p>再见<br></body></html>'],
    ['end tags left out', `<table>${'<tr><td>a<td>b'.repeat(3_000)}</table><ul>${'<li>x'.repeat(3_000)}</ul>`],
    ['paragraphs left open', '<p>text'.repeat(3_000)],
    ['links left open', '<a name=x>text'.repeat(3_000)],
    [
      'conditional comments',
      '<!--[if mso]><table><tr><td><![endif]--><div>x</div><!--[if mso]></td></tr></table><![endif]-->',
    ],
    ['a stray bracket', '<p>1 < 2 <3 </p>'],
    ['a bracket in an attribute', '<p title="</p><p>">x</p>'],
    ['tables in tables', nested('table tr td', 40, 'x')],
  ])('comes back as it is: %s', (_what, html) => {
    expect(boundHtml(html)).toBe(html)
  })

  test('the mails of the demonstration come back as they are', async () => {
    let seen = 0
    for (const { raw } of demoMails({ now: new Date(Date.UTC(2026, 10, 21)), perMainAccount: 60 })) {
      const { html } = await parseMail(raw)
      if (html === null) continue
      seen++
      expect(boundHtml(html)).toBe(html)
    }
    expect(seen).toBeGreaterThan(20)
  })
})

describe('HTML beyond the limits', () => {
  test.each(['div', 'b', 'blockquote', 'span', 'font', 'ul li', 'table tr td', 'x-y'])(
    'keeps its text and its outer elements: %s',
    (name) => {
      const bounded = boundHtml(`<p>before</p>${nested(name, 20_000, 'inside')}<p>behind</p>`)
      expect(depthOf(boundHtml(bounded, { plain: true }))).toBeLessThanOrEqual(MAX_HTML_DEPTH)
      expect(htmlToText(bounded).split(/\s+/)).toEqual(['before', 'inside', 'behind'])
      expect(bounded.endsWith('<p>behind</p>')).toBe(true)
    },
  )

  test.each([
    ['blocks that formatting is left open in', '<b><p>x'],
    ['end tags that reach nothing', '<div><table><tr><td></div>'],
    ['formatting ended before its block', '<b><div></b>'],
    ['lists in lists', '<ul><li>'],
    ['choices that swallow end tags', '<div><select></div><input>'],
    ['drawings that HTML breaks out of', '<svg><b></svg>'],
    ['styles that are elements inside a drawing', '<svg><style><b>'],
    ['comments that end at once', '<!--><b><!--->'],
    ['comments that end in another way', '<!-- --!><b>'],
    ['attributes that look like ends', '<b title="</b>">'],
  ])('%s', (_what, unit) => {
    // Written plainly, every end tag stands there.
    const bounded = boundHtml(boundHtml(unit.repeat(5_000)), { plain: true })
    expect(depthOf(bounded.replaceAll(/"[^"]*"/g, ''))).toBeLessThanOrEqual(MAX_HTML_DEPTH)
  })

  test('too many elements become lines of text', () => {
    const words = Array.from({ length: MAX_HTML_ELEMENTS + 5_000 }, (_, index) => `w${index}`)
    const bounded = boundHtml(words.map((word) => `<p>${word}</p>`).join(''))
    expect(tags(bounded)).toBeLessThanOrEqual(MAX_HTML_ELEMENTS + 1)
    expect(bounded).toContain('white-space: pre-line')
    expect(htmlToText(bounded).split(/\s+/)).toEqual(words)
  })

  test('formatting that every block opens again counts', () => {
    const fonts = Array.from({ length: 200 }, (_, index) => `<font color=#${index}>`).join('')
    const bounded = boundHtml(`<p>${fonts}${'<p>x'.repeat(20_000)}`)
    expect(tags(bounded)).toBeLessThan(1_000)
    expect(bounded.match(/x/g)).toHaveLength(20_000)
  })

  test('an element with too many attributes, or a style that is nested, loses them', () => {
    const many = Array.from({ length: 500 }, (_, index) => `a${index}=1`).join(' ')
    expect(boundHtml(`<p ${many}>x</p>`)).toBe('<p>x</p>')
    expect(boundHtml(`<p style="${'a{'.repeat(99)}">x</p>`)).toBe('<p>x</p>')
    expect(boundHtml(`<p style="width: ${'&#40;'.repeat(99)}">x</p>`)).toBe('<p>x</p>')
    const fonts = `<p style="font-family: ${'&quot;A&quot;, '.repeat(30)}serif; width: calc((1px + 2px) * 3)">x</p>`
    expect(boundHtml(fonts)).toBe(fonts)
  })

  test('a tag that the end cuts off swallows nothing that is put behind it', () => {
    expect(boundHtml('<p>x</p><a href="')).toBe('<p>x</p>')
    expect(boundHtml('<p>x</p><!-- ')).toBe('<p>x</p>')
  })
})

describe('written plainly', () => {
  const plain = (html: string) => boundHtml(html, { plain: true })
  test('what HTML lets one leave out stands there', () => {
    expect(plain('<p>a<p>b')).toBe('<p>a</p><p>b</p>')
    expect(plain('<table><tr><td><div>a<td>b</table>')).toBe('<table><tr><td><div>a</div></td><td>b</td></tr></table>')
    expect(plain('a</b></div>c < d<!-- e --><script>f</script><xmp><b></xmp>')).toBe('ac &lt; d&lt;b&gt;')
  })
})

describe('style sheets', () => {
  test('ordinary ones come back as they are', () => {
    const css = `@import url(a(b); @media (min-width: 3px) { @supports (a: b) { .a:not(:is(.b)) { c: url("x)") } } }
      /* } { */ a::before { content: "{{{{{{{{{{{{{{{{{{{{{{" } b { \\{: c }`
    expect(boundCss(css.repeat(50))).toBe(css.repeat(50))
  })

  test.each([
    ['rules', 'a{', '}'],
    ['media', '@media print{', '}'],
    ['selectors', ':is(', ')'],
    ['functions', 'a{b:calc(', ')}'],
    ['brackets of every kind', '{([', '])}'],
  ])('what is nested too deep goes, what follows stays: %s', (_what, open, close) => {
    const depth = 30_000
    const bounded = boundCss(`x{y:z}${open.repeat(depth)}${close.repeat(depth)} p{q:r}`)
    expect(bounded.startsWith('x{y:z}')).toBe(true)
    expect(bounded.endsWith(' p{q:r}')).toBe(true)
    expect(bounded.match(/[{([]/g)?.length).toBeLessThanOrEqual(MAX_CSS_DEPTH + 2)
  })

  test.each([
    ['a bracket of another kind closes nothing', '{(}'],
    ['a string that a line end breaks', '"\n{'],
    ['an address without quotes', 'url("){'],
    ['an address whose quote follows blanks', `url(${' '.repeat(300)}")"){`],
    ['an address in disguise', 'u\\72l("){'],
    ['the same with a blank', 'u\\72 l("){'],
    ['a comment', '/*}*/{'],
  ])('no trick hides depth: %s', (_what, unit) => {
    expect(boundCss(unit.repeat(20_000)).match(/\{/g)?.length ?? 0).toBeLessThanOrEqual(2 * MAX_CSS_DEPTH)
  })
})
