import { expect, test } from 'vitest'
import { compareLists, compareText, type Piece } from './compareText.ts'

const textOf = (pieces: readonly Piece[], without: Piece['kind']) =>
  pieces
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('')

test.each([
  ['一处金额', '合同金额为一百万元，请审阅。', '合同金额为二百万元，请审阅。'],
  ['English words', 'The price is 100 dollars.', 'The price is 200 dollars, net.'],
  ['nothing before', '', '新的一段'],
  ['nothing after', '删去的一段', ''],
])(
  'given %s that was changed, then whole words are removed and added, and both versions can be read from it',
  (_what, before, after) => {
    const pieces = compareText(before, after)
    expect([textOf(pieces, 'added'), textOf(pieces, 'removed')]).toEqual([before, after])
    const words = new Set(
      [before, after].flatMap((text) =>
        [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)].map(({ segment }) => segment),
      ),
    )
    for (const { kind, text } of pieces) {
      if (kind === 'same') continue
      for (const { segment } of new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)) {
        expect(words).toContain(segment)
      }
    }
  },
)

test('given the same text, then nothing was changed; given texts without a common word, then they stand whole', () => {
  expect(compareText('同一段文字', '同一段文字')).toEqual([{ kind: 'same', text: '同一段文字' }])
  const other = (prefix: string) => Array.from({ length: 3_000 }, (_, at) => `${prefix}${at}`).join('')
  const pieces = compareText(other('甲'), other('乙'))
  expect([textOf(pieces, 'added'), textOf(pieces, 'removed')]).toEqual([other('甲'), other('乙')])
})

test('given lists, then what was added and what was removed', () => {
  const listed = (...keys: string[]) => keys.map((key) => ({ key, text: key }))
  expect(compareLists(listed('a', 'b'), listed('b', 'c'))).toEqual([
    { kind: 'removed', text: 'a' },
    { kind: 'added', text: 'c' },
  ])
})
