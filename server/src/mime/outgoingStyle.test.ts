import { expect, test } from 'vitest'
import { outgoingHtml } from './outgoingHtml.ts'
import { outgoingStyle } from './outgoingStyle.ts'

const POSITIONED = [
  'position:fixed',
  'POSITION : absolute',
  'p\\6fsition:fixed',
  'p\\osition:sticky',
  '/**/position:fixed',
  'position/**/:fixed',
  'z-index:99999',
  'inset:0',
  'inset-block-start:0',
  'top:0',
  'mso-line-height-rule:exactly',
  'MSO-hide:all',
]

test.each(POSITIONED)('a sent mail has no style "%s"', (declaration) => {
  expect(outgoingStyle(`color:red;${declaration};margin:0`)).toBe('color:red;margin:0')
  expect(outgoingStyle(declaration)).toBe('')
})

test.each([
  'color: red; font-family: "mso-x; position", serif',
  'background:url(data:image/png;base64,AA==); background-position:0 0',
  'border-top:1px solid;padding-left:2px;mso:1;',
])('the style "%s" stays as it is', (style) => expect(outgoingStyle(style)).toBe(style))

test('a style that a program would cut elsewhere hides no position', () => {
  // The string that was not closed ends at the line break.
  expect(outgoingStyle('content:"a\n;position:fixed')).toBe('content:"a')
  expect(outgoingStyle('color:red;background:url(a"b);position:fixed')).toBe('color:red')
  expect(outgoingStyle('color:red;background:u\\rl(();position:fixed')).toBe('color:red')
  expect(outgoingStyle('/* ; */ position:fixed;color:red')).toBe('color:red')
})

test('every element of a sent mail is freed of positions, pictures too', () => {
  const html =
    '<p class="MsoNormal" style="mso-fareast-language:ZH-CN;color:red">a</p><div style="position:fixed;top:0">b</div>' +
    '<img src="https://x.example/1.png" style="position:absolute;width:1px">'
  const { html: sent } = outgoingHtml(html, () => 'x')
  expect(sent).not.toMatch(/position|mso-|top:/)
  expect(sent).toContain('<p class="MsoNormal" style="color:red">a</p><div>b</div>')
  expect(sent).toContain('style="width:1px"')
})

test('given half a megabyte of style, then it is read in one pass', () => {
  const style = `${'/*'.repeat(100_000)}${'(;'.repeat(100_000)}${'\\'.repeat(99_999)}`
  expect(outgoingStyle(style)).toBe(style)
  expect(outgoingStyle(`${'color:red;'.repeat(50_000)}position:fixed`)).toHaveLength(499_999)
})
