import { expect, test } from 'vitest'

/** The module of the frame has no types: it runs in browsers as it stands. */
interface FindText {
  folded(text: string): string
  placesOf(text: string, sought: string, most: number): number[]
  piecesOf(
    strings: readonly string[],
    from: number,
    length: number,
  ): { readonly string: number; readonly start: number; readonly end: number }[]
}
const module: string = './pdf-viewer/findText.mjs'
const { folded, placesOf, piecesOf }: FindText = await import(module)

/** The marked text of a page. */
const marked = (strings: readonly string[], sought: string) => {
  const text = folded(sought)
  return placesOf(folded(strings.join('')), text, 100).map((at) =>
    piecesOf(strings, at, text.length)
      .map(({ string, start, end }) => strings[string]?.slice(start, end))
      .join('|'),
  )
}

test.each([
  [['付款期限', '是三十天'], '期限是', ['期限|是']],
  [['第 0 ', '章'], '第0章', ['第 0|章']],
  [['Dead', 'LINE dead line'], 'deadline', ['Dead|LINE', 'dead line']],
  [['aaa'], 'aa', ['aa']],
  [['İstanbul'], 'stanbul', ['stanbul']],
  [['甲'], '乙', []],
])('given strings of a page %j, when %s is sought, then %j is marked', (strings, sought, expected) => {
  expect(marked(strings, sought)).toEqual(expected)
})

test('given more places than are wanted, then the first ones are answered', () => {
  expect(placesOf('aaaa', 'a', 2)).toEqual([0, 1])
})
