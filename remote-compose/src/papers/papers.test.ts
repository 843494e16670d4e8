import { PAPER_ORNAMENTS, type PaperDesign } from '@yanshu/contracts'
import { renderMailHtml } from '@yanshu/mail-html'
import { JSDOM } from 'jsdom'
import { describe, expect, test } from 'vitest'
import { joinLetter, splitLetter } from '../quote/letterParts.ts'
import { designOf, paperFrame } from './paperFrame.ts'

const { window } = new JSDOM('')
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

test('given a dark application, then a paper is shown in its own colours, and one without any as other mail is', () => {
  const toneOf = (design: PaperDesign) => {
    const html = joinLetter({ ...letter, quote: null }, paperFrame(design))
    return renderMailHtml(html, { mode: 'read', allowRemote: false, scheme: 'dark', window })
  }
  for (const ornament of PAPER_ORNAMENTS) {
    const shown = toneOf({ ...DESIGN, ornament })
    expect(shown.tone, ornament).toBe('paper')
    expect(shown.html).toContain('见字')
  }
  const grey = toneOf({ ground: '#f2f3f5', sheet: '#ffffff', text: '#1f2329', line: '#c9cdd4', ornament: 'none' })
  expect(grey.tone).toBe('app')
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
