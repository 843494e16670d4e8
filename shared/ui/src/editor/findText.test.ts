import { JSDOM } from 'jsdom'
import { history, undo } from 'prosemirror-history'
import { type Command, EditorState } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { findPlugin, findText, lengthOf, replaceAllFound, replaceFound, searchOf, seek, toNext } from './findText.ts'
import { mailHtml } from './mailSerializer.ts'
import { LetterParser } from './parseLetter.ts'

const { window } = new JSDOM('')
const parser = new LetterParser(window)

function open(html: string) {
  let state = EditorState.create({ doc: parser.parseHtml(html), plugins: [history(), findPlugin('found')] })
  const run = (command: Command) => command(state, (tr) => (state = state.apply(tr)))
  const lines = () => state.doc.textBetween(0, state.doc.content.size, '|', ' ')
  return { run, lines, search: () => searchOf(state), html: () => mailHtml(state.doc, window.document) }
}

test('given a text over several formats, beside pictures and in upper case, then each place of a line is found, and none over two lines', () => {
  const doc = parser.parseHtml(
    '<p>合<b>同</b>和合同</p><p>合<img src="https://x.cn/a.png">同 ABC abc</p><p>合</p><p>同</p>',
  )
  expect(findText(doc, '合同').map(({ from, to }) => doc.textBetween(from, to))).toEqual(['合同', '合同'])
  expect(findText(doc, 'abc').map(({ from, to }) => doc.textBetween(from, to))).toEqual(['ABC', 'abc'])
  expect(findText(doc, '')).toEqual([])
  expect(findText(parser.parseHtml('<p>aaaa</p>'), 'aa')).toHaveLength(2)
})

test('given places, then one goes from one to the next around the end, and the text may change meanwhile', () => {
  const { run, search } = open('<p>甲 乙 甲</p><p>甲</p>')
  run(seek('甲'))
  expect(search()).toEqual({ count: 3, at: 0 })
  const visited = [1, 1, 1, 1, -1].map((step) => {
    run(toNext(step === 1 ? 1 : -1))
    return search().at
  })
  expect(visited).toEqual([1, 2, 3, 1, 3])
  run((state, dispatch) => {
    dispatch?.(state.tr.insertText('甲', 1))
    return true
  })
  expect(search().count).toBe(4)
  run(seek(''))
  expect(search()).toEqual({ count: 0, at: 0 })
})

test('given another text, then one place or all of them have it with their formats, and each is one step to undo', () => {
  const { run, lines, html } = open('<p>甲<b>甲</b></p><p>乙甲</p>')
  run(seek('甲'))
  run(replaceFound('丙丙'))
  expect(lines()).toBe('甲甲|乙甲')
  run(replaceFound('丙丙'))
  run(replaceAllFound('甲甲'))
  expect(lines()).toBe('丙丙甲甲|乙甲甲')
  run(undo)
  run(undo)
  expect(lines()).toBe('甲甲|乙甲')
  run(replaceAllFound('丁'))
  expect(html()).toMatch(/丁<(b|strong)>丁</)
  run(undo)
  run(replaceAllFound(''))
  expect(lines()).toBe('|乙')
})

test('given Chinese, words and signs, then both are counted as their readers count them', () => {
  expect(lengthOf('')).toEqual({ words: 0, signs: 0 })
  expect(lengthOf('会议 at 10:30，don’t\n忘记👍')).toEqual({ words: 4 + 1 + 2 + 1, signs: 20 })
})
