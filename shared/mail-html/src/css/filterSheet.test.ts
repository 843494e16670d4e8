import { describe, expect, it } from 'vitest'
import { filterStyleSheet, printSheet } from './filterSheet.ts'

const filter = (css: string, scheme: 'light' | 'dark' = 'light') =>
  printSheet(
    filterStyleSheet(css, scheme, (url) => (url.startsWith('data:') ? url : undefined)),
    '.body',
  )

describe('filterStyleSheet', () => {
  it('keeps rules and media queries of ordinary mails', () => {
    expect(filter('<!-- .a, td > b { color: #FFF; margin: 0 auto !important } -->')).toBe(
      '.a,td > b{color:#FFF;margin:0 auto !important}',
    )
    expect(filter('@media only screen and (max-width:600px){.a{width:100%}}')).toBe(
      '@media only screen and (max-width:600px){.a{width:100%}}',
    )
  })
  it('given an address it may not show, keeps the colour beside it', () => {
    expect(filter('p{background:#fff url(http://x/y)}')).toBe('p{background:#fff none}')
  })
  it.each([
    '@import "x";',
    '@font-face{font-family:x;src:url(x)}',
    '@keyframes k{from{color:red}}',
    'p{position:fixed}',
    'p{behavior:url(x)}',
    'p{width:expression(alert(1))}',
    'p{background:var(--x)}',
    'p{--x:url(x)}',
    'p{background:image-set("x" 1x)}',
    'p{height:100vh}',
    'p::before{content:"x"}',
    '.yanshu-quote{display:none}',
  ])('drops %s', (css) => {
    expect(filter(css)).toBe('')
  })
  it('given a unit that looks like an exponent, writes no other unit', () => {
    expect(filter('p{height:1e1e5vh}')).toBe('p{height:10\\65 5vh}')
  })
  it('decides the colour scheme by the choice of the reader', () => {
    const css = '@media (prefers-color-scheme: dark){p{color:#fff}}'
    expect(filter(css)).toBe('')
    expect(filter(css, 'dark')).toBe('@media (min-width: 0){p{color:#fff}}')
  })
  it('sends what was meant for the body to the block in its place', () => {
    expect(filter('html body.x > p{color:red}')).toBe('html .body.x > p{color:red}')
  })
  it('drops what has brackets inside each other without end, and keeps the rest', () => {
    const deep = (open: string, inner: string) => `${open.repeat(20)}${inner}${')'.repeat(20)}`
    expect(filter(`${deep('p:not(', 'a')}{color:red}b{color:red}`)).toBe('b{color:red}')
    expect(filter(`b{width:${deep('calc(', '1px')};color:red}`)).toBe('b{color:red}')
    expect(filter(`@media ${deep('(', 'a')}{b{color:red}}`)).toBe('')
  })
  it('drops selectors that look at all elements before, not those that compare words', () => {
    expect(filter('a ~ b{color:red}a[class~="x"]{color:red}')).toBe('a[class~="x"]{color:red}')
  })
  it('given rules nested without end, neither fails nor keeps them', () => {
    expect(filter('@media all{'.repeat(5000))).toBe('')
  })
})
