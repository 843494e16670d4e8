import { expect, it } from 'vitest'
import { filterStyleSheet, printSheet } from './filterSheet.ts'
import { serializeCss } from './serialize.ts'
import { type CssToken, tokenizeCss } from './tokenize.ts'

/** What tokens begin and end with, and what looks like it. */
const PIECES = [
  ...[
    'a',
    'url(',
    'URL( ',
    'http://x/',
    'expression(',
    'image-set(',
    'var(',
    '@import',
    '@media',
    'background',
    'color',
  ],
  ...['"', "'", '\\', '\n', '\\a ', '\\000041', '\\110000 ', '\\d800 ', '\\\n', '/*', '*/', '<!--', '-->', '<', '>'],
  ...['@', '#', '-', '--', '.5', '1e3', '1.', '+', '%', 'px', 'E+1', '!important', 'u+0', '(', ')', '{', '}', '[', ']'],
  ...[';', ':', ',', ' ', '\t', '\r\n', '\f', '\0', '\u007f', '\u0001', '\ufeff', '\u00a0', '\ud83d', '汉', '𠮷'],
]
const TEXTS = 3_000
const LONGEST = 14

/** The same texts in every run: a failure names the one that failed. */
function* texts(seed: number): Generator<string> {
  let state = seed
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return (state >>> 8) % limit
  }
  for (let made = 0; made < TEXTS; made++) {
    yield Array.from({ length: 1 + below(LONGEST) }, () => PIECES[below(PIECES.length)] ?? '').join('')
  }
}

/**
 * Tokens as text, each apart from the next: side by side a name and a number would grow together. The beginning of an
 * address alone is never written: an address is one token, or its declaration goes.
 */
const written = (tokens: readonly CssToken[]) =>
  tokens
    .filter(({ type, value }) => type !== 'space' && !(type === 'function' && value === 'url'))
    .map((token) => serializeCss([token]))
    .join(' ')

const spaced = (text: string) => text.replaceAll(/ +/g, ' ').trim()

it('given any text, then what is written is read again as the tokens that were judged', () => {
  for (const text of texts(1)) {
    const judged = tokenizeCss(text).filter(({ type }) => type !== 'url')
    const once = written(judged)
    expect(spaced(written(tokenizeCss(once))), JSON.stringify(text)).toBe(spaced(once))
  }
})

it('given any text as a sheet, then what is kept is kept again as it is, and no address is in it', () => {
  for (const text of texts(2)) {
    const once = printSheet(
      filterStyleSheet(text, 'light', () => undefined),
      '.body',
    )
    expect(once, JSON.stringify(text)).not.toMatch(/url\(|http|<|@import|expression|image-set|var\(/i)
    expect(
      printSheet(
        filterStyleSheet(once, 'light', () => undefined),
        '.body',
      ),
      JSON.stringify(text),
    ).toBe(once)
  }
})
