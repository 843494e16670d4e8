import { readFileSync } from 'node:fs'
import { cleanMailHtml } from '@yanshu/mail-html'
import { JSDOM } from 'jsdom'
import { describe, expect, it } from 'vitest'
import { mailHtml } from '../mailSerializer.ts'
import { hideStyles, LetterParser } from '../parseLetter.ts'
import { isCounted, numberOf } from './officeList.ts'
import { isOfficeHtml, tidyOfficeHtml } from './tidyOfficeHtml.ts'

const { window } = new JSDOM('')
const parser = new LetterParser(window)
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}.html`, import.meta.url), 'utf8')
const pictures = { of: (id: string) => `/api/file/showSendMailPicture/${id}` }

/** As it stands in the letter after pasting: tidied, cleaned, read by the editor, written as mail. */
function pasted(html: string): string {
  const cleaned = cleanMailHtml(tidyOfficeHtml(html, window), { window, pictures })
  return mailHtml(parser.parseHtml(hideStyles(cleaned, window)), window.document)
}

/** Lists and lines with their words alone. */
const outline = (html: string): string =>
  html
    .replaceAll(/<(\/?)(ol|ul|li|table)\b([^>]*)>/g, (_, end, tag, rest) => {
      const start = /start="(\d+)"/.exec(rest)?.[1]
      return `[${end}${tag}${start ? ` ${start}` : ''}]`
    })
    .replaceAll(/<\/div>/g, '|')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/[\s\u00a0]+|&nbsp;/g, '')

describe('what Word on Windows copies', () => {
  const html = pasted(fixture('word-windows'))

  it('has real lists, nested and numbered on, in place of paragraphs with signs', () => {
    expect(outline(html)).toContain(
      '[ol][li]确认预算|[ol][li]市场部|[/li][li]财务部|[/li][/ol][/li][li]发布时间|[/li][/ol]中间一段，红字。|' +
        '[ol3][li]接着编号|[/li][/ol][ul][li]圆点|[ul][li]下一级|[/li][/ul][/li][/ul][ul][li]样式里的列表|[/li][/ul]',
    )
    expect(html).not.toMatch(/<li[^>]*>\s*<div[^>]*margin-left/)
  })

  it('keeps looks, links, tables and empty lines, and nothing of the program', () => {
    expect(html).toMatch(/color: ?red/)
    expect(html).toContain('<strong>预算</strong>')
    expect(outline(html)).toContain('[table]项目|金额|[/table]')
    expect(html).toMatch(/<div style="text-align: ?justify;?"><br><\/div>/)
    expect(html).not.toMatch(/mso|o:p|v:shape|file:|\[Z1\]|隐藏文字|class=|on\w+=|<!--|supportLists/i)
  })
})

it('Word on a Mac, with its comments around signs, gives the same kind of lists', () => {
  expect(outline(pasted(fixture('word-mac')))).toBe(
    '[ol][li]First|[ol][li]Underit|[/li][/ol][/li][li]Secondlink|[/li][/ol][ul][li]Dot|[/li][/ul]',
  )
})

it('WPS, with Chinese numbers, gives lists that count on', () => {
  expect(outline(pasted(fixture('wps')))).toBe(
    '[ol][li]采购清单|[/li][li]交付日期|[/li][/ol]|[ul][li]电脑|[/li][/ul]|[ol12][li]付款|[/li][/ol]',
  )
})

it.each([
  ['1.', true, 1],
  ['(3)', true, 3],
  ['2.4.', true, 4],
  ['一、', true, 1],
  ['二十三、', true, 23],
  ['十', true, 10],
  ['③', true, 3],
  ['iv.', true, 1],
  ['b)', true, 1],
  ['o', false, 1],
  ['l', false, 1],
  ['·', false, 1],
  ['\uf06c', false, 1],
  ['', false, 1],
])('the sign %j counts: %j, %j', (sign, counted, number) => {
  expect(isCounted(undefined, sign)).toBe(counted)
  expect(numberOf(sign)).toBe(number)
})

it('other HTML is not taken for that of an office program', () => {
  expect(isOfficeHtml('<p style="margin:0">a</p><ul><li>b</li></ul>')).toBe(false)
  for (const name of ['word-windows', 'word-mac', 'wps']) expect(isOfficeHtml(fixture(name)), name).toBe(true)
})
