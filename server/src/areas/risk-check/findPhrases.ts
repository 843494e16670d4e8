import type { CleanText } from './cleanText.ts'

/** Characters between two parts of a phrase, and how many places of one phrase are checked. */
const GAP_MAX = 24
const PLACES_MAX = 200
/** Words of a mail that a reason quotes. */
export const QUOTES_MAX = 6
const SENTENCE_END = /[。！？!?;；\n]|\. /
const LETTER = /[a-z0-9]/

/**
 * Words of the mail that a list has. In an entry `…` stands for up to 24 characters of the same sentence, `#` before a word
 * for a number, `*` after a word of letters for any ending. Words of letters are found whole. Linear in the text.
 */
export function findPhrases(clean: CleanText, entries: readonly string[]): string[] {
  const quotes = new Set<string>()
  for (const entry of entries) {
    for (const [from, to] of placesOf(clean.text, entry)) {
      quotes.add(clean.quote(from, to).trim())
      if (quotes.size >= QUOTES_MAX) return [...quotes]
    }
  }
  return [...quotes]
}

export const hasPhrase = (text: string, entries: readonly string[]): boolean =>
  entries.some((entry) => !placesOf(text, entry).next().done)

function* placesOf(text: string, entry: string): Generator<[number, number]> {
  const parts = entry.split('…')
  const [first = '', ...more] = parts
  let seen = 0
  for (let at = findPart(text, first, 0); at >= 0 && seen < PLACES_MAX; at = findPart(text, first, at + 1), seen++) {
    let end = at + lengthOf(first)
    const found = more.every((part) => {
      const window = text.slice(end, end + GAP_MAX + part.length)
      const stop = window.search(SENTENCE_END)
      const inside = stop < 0 ? window : window.slice(0, stop)
      const place = findPart(inside, part, 0)
      if (place >= 0) end += place + lengthOf(part)
      return place >= 0
    })
    if (found) yield [first.startsWith('#') ? startOfNumber(text, at) : at, end]
  }
}

const wordOf = (part: string): string => part.replace(/^#/, '').replace(/\*$/, '')
const lengthOf = (part: string): number => wordOf(part).length

function startOfNumber(text: string, at: number): number {
  let start = at
  while (start > 0 && at - start < 12 && /[\d ]/.test(text.charAt(start - 1))) start--
  return start
}

function findPart(text: string, part: string, from: number): number {
  const word = wordOf(part)
  const startsWithLetter = LETTER.test(word.charAt(0))
  const endsWithLetter = LETTER.test(word.charAt(word.length - 1)) && !part.endsWith('*')
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.charAt(at - 1)
    if (part.startsWith('#')) {
      if (/\d/.test(before) || (before === ' ' && /\d/.test(text.charAt(at - 2)))) return at
    } else if (!(startsWithLetter && LETTER.test(before))) {
      if (!(endsWithLetter && LETTER.test(text.charAt(at + word.length)))) return at
    }
  }
  return -1
}
