import { LATIN, SIMPLIFIED } from './words/characterForms.ts'

/** A text in one form of writing, with the places of its characters in the mail. */
export interface CleanText {
  readonly text: string
  /** The words of the mail between two places of `text`. */
  quote(from: number, to: number): string
}

const UNSEEN = /\p{Default_Ignorable_Code_Point}/u
/** Four and more characters that are parted one by one: no language is written so. */
const PARTED_HAN = /\p{Script=Han}(?:[\s·・.\-*_~|/+]{1,2}\p{Script=Han}){3,}/gu
const PARTED_LATIN = /(?<![a-z0-9])(?:[a-z][ .\-_]){3,}[a-z](?![a-z0-9])/g
const PARTERS = /[\s·・.\-*_~|/+]/

/**
 * Brings a text into the form in which rules look for words: lower case, full width as narrow, traditional characters as
 * simplified ones, Cyrillic and Greek letters within Latin words as what they are drawn like, without characters that cannot
 * be seen, and words together whose characters are parted one by one. Linear in the length of the text.
 */
export function cleanText(original: string): CleanText {
  const written = foldCharacters(original)
  const joined = joinParted(written.text)
  if (joined === null) return { text: written.text, quote: quoteOf(original, written.places) }
  const places = joined.kept.map((at) => written.places[at] ?? original.length)
  return { text: joined.text, quote: quoteOf(original, places) }
}

const quoteOf = (original: string, places: readonly number[]) => (from: number, to: number) => {
  const last = places[to - 1]
  return last === undefined ? '' : original.slice(places[from] ?? 0, last + 1)
}

interface Folded {
  readonly text: string
  /** For each unit of `text`, the unit of the original that it comes from. */
  readonly places: readonly number[]
}

function foldCharacters(original: string): Folded {
  let text = ''
  const places: number[] = []
  let before = ''
  let at = 0
  for (const character of original) {
    const form = formOf(character, before)
    if (form !== '' && !(form === ' ' && before === ' ')) {
      text += form
      for (let unit = 0; unit < form.length; unit++) places.push(at)
    }
    if (form !== '') before = form
    at += character.length
  }
  return { text, places }
}

function formOf(character: string, before: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code === 0x0a) return '\n'
  if (code < 0x80) return code <= 0x20 ? ' ' : character.toLowerCase()
  if (code >= 0x4e00 && code <= 0x9fff) return SIMPLIFIED.get(character) ?? character
  if (UNSEEN.test(character)) return ''
  const folded = character.normalize('NFKC').toLowerCase()
  if (/^\s*$/.test(folded)) return ' '
  const latin = LATIN.get(folded)
  return latin !== undefined && /^[a-z\s]?$/.test(before) ? latin : folded
}

/** The text without what parts single characters, and which of its units are kept; null where nothing is parted. */
function joinParted(text: string): { text: string; kept: number[] } | null {
  const left = new Set<number>()
  for (const parted of [PARTED_HAN, PARTED_LATIN]) {
    for (const { 0: run, index } of text.matchAll(parted)) {
      for (let at = 0; at < run.length; at++) if (PARTERS.test(run.charAt(at))) left.add(index + at)
    }
  }
  if (left.size === 0) return null
  const kept: number[] = []
  for (let at = 0; at < text.length; at++) if (!left.has(at)) kept.push(at)
  return { text: kept.map((at) => text.charAt(at)).join(''), kept }
}
