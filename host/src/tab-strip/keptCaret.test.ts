// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { caretIn, isCaret, putCaret } from './keptCaret.ts'

const panelOf = (html: string) => {
  document.body.innerHTML = `<section>${html}</section>`
  return document.querySelector('section') as HTMLElement
}
beforeEach(() => {
  document.body.innerHTML = ''
})

/** What is kept over a reload: JSON. */
const kept = (panel: HTMLElement): unknown => JSON.parse(JSON.stringify(caretIn(panel)))

test.each(['<input value="你好，世界">', '<textarea>你好，世界</textarea>'])('in a plain field: %s', (html) => {
  const panel = panelOf(`<p>x</p><div>${html}</div>`)
  const field = panel.querySelector<HTMLInputElement>('input, textarea')
  field?.focus()
  field?.setSelectionRange(2, 4)
  const caret = kept(panel)
  if (!isCaret(caret)) throw new Error('there is no caret')
  // The same view after a reload, first without its text.
  const again = panelOf(`<p>x</p><div>${html.replaceAll('你好，世界', '')}</div>`)
  expect(putCaret(again, caret)).toBe(false)
  const there = panelOf(`<p>x</p><div>${html}</div>`)
  expect(putCaret(there, caret)).toBe(true)
  const filled = there.querySelector<HTMLInputElement>('input, textarea')
  expect([document.activeElement === filled, filled?.selectionStart, filled?.selectionEnd]).toEqual([true, 2, 4])
})

test('in a rich text: the paragraph and the letter', () => {
  const html = '<div contenteditable="true" tabindex="0"><p>一</p><p>第<b>二段</b></p></div>'
  const panel = panelOf(`<div role="status"></div>${html}`)
  const field = panel.querySelector<HTMLElement>('[contenteditable]')
  field?.focus()
  const letters = panel.querySelector('b')?.firstChild
  if (!letters) throw new Error('there is no text')
  document.getSelection()?.setBaseAndExtent(letters, 1, letters, 2)
  const caret = kept(panel)
  if (!isCaret(caret)) throw new Error('there is no caret')
  expect(putCaret(panelOf('<div contenteditable="true" tabindex="0"></div>'), caret)).toBe(false)
  // A line that came late above it before is not there yet.
  expect(putCaret(panelOf(html), caret)).toBe(true)
  const { anchorNode, anchorOffset, focusOffset } = document.getSelection() ?? {}
  expect([anchorNode?.nodeValue, anchorOffset, focusOffset]).toEqual(['二段', 1, 2])
})

test('nobody writes, or in a field whose text is secret', () => {
  const panel = panelOf('<button>x</button><input type="password" value="secret">')
  expect(caretIn(panel)).toBeNull()
  panel.querySelector('button')?.focus()
  expect(caretIn(panel)).toBeNull()
  panel.querySelector('input')?.focus()
  expect(caretIn(panel)).toBeNull()
})

test.each([null, 7, {}, { field: 0, tag: 'INPUT', from: 'x', to: 1 }, { field: [0], tag: 'INPUT', from: 1, to: 1 }])(
  'what is kept and is none: %j',
  (value) => expect(isCaret(value)).toBe(false),
)
