import { PAPER_ORNAMENTS } from '@yanshu/contracts'
import { JSDOM } from 'jsdom'
import { describe, expect, test } from 'vitest'
import { joinLetter, splitLetter } from '../quote/letterParts.ts'
import { designOf, paperFrame } from './paperFrame.ts'

const window = new JSDOM('').window as unknown as NonNullable<Parameters<typeof splitLetter>[1]>
const DESIGN = { ground: '#e3f1ee', sheet: '#fbfefd', text: '#17332f', line: '#0e8f86' } as const
const letter = {
  plain: false,
  spacing: 'large',
  wordSize: 16,
  body: '<div>见字<b>如面</b></div><div>二</div>',
} as const

describe.each(PAPER_ORNAMENTS)('a letter on a paper with the ornament %s', (ornament) => {
  const design = { ...DESIGN, ornament }
  const frame = paperFrame(design)

  test.each([
    ['alone', null],
    ['above a quoted mail that is on a paper too', `<blockquote>${frame.before}旧信${frame.after}</blockquote>`],
  ])('%s comes back whole, and without it the text is the same', (_what, quote) => {
    const parts = splitLetter(joinLetter({ ...letter, quote }, frame), window)
    expect(parts).toMatchObject({ ...letter, quote })
    expect(designOf(parts.paperMark ?? '')).toEqual(design)
    expect(splitLetter(joinLetter({ ...letter, quote }), window)).toMatchObject({ body: parts.body, paperMark: null })
  })

  test('is sent as tables with inline styles, whose colours stand in attributes too, and is known again', () => {
    // The server takes all marks but classes out of what it sends.
    const html = joinLetter({ ...letter, quote: null }, frame).replaceAll(/ data-[\w-]+="[^"]*"/g, '')
    expect(html).not.toMatch(/<(?:style|script|img|link)|url\(|position:|display:/)
    expect(html).toContain('bgcolor="#e3f1ee"')
    expect(html).toContain('bgcolor="#fbfefd"')
    expect(html).toMatch(/color:#17332f/)
    expect(html.match(/<table/g)?.length).toBe(html.match(/<\/table>/g)?.length)
    const again = splitLetter(html, window)
    expect(designOf(again.paperMark ?? '')).toEqual(design)
    expect(again.body).toContain('见字<b>如面</b>')
    expect(again.body).not.toContain('<table')
  })
})

test('given a mark that is none of ours, then there is no paper', () => {
  for (const mark of [
    '',
    'x',
    'e3f1ee-fbfefd-17332f-0e8f86-<b>',
    'e3f1ee-fbfefd-17332f-0e8f86-toString',
    'E3F1EE-1-2-3-none',
  ])
    expect(designOf(mark), mark).toBeNull()
  expect(splitLetter('<table class="yanshu-paper x"><tr><td>外来</td></tr></table>', window)).toMatchObject({
    paperMark: null,
    body: expect.stringContaining('外来'),
  })
})
