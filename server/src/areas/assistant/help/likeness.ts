import { syllablesOf } from '../../../store/names/pinyin.ts'

/** What a word counts that was written with an error: it is likely the same one. */
const MISSPELT = 0.8
/** Letters from which on a word with one error can be distinguished from others. */
const MISSPELT_FROM = 5
/** The same where two letters are exchanged. */
const EXCHANGED_FROM = 4

const sounds = new Map<string, string>()
const SOUNDS_KEPT = 5_000

function soundOf(pair: string): string {
  const known = sounds.get(pair)
  if (known !== undefined) return known
  const sound = syllablesOf(pair).join(' ')
  if (sounds.size >= SOUNDS_KEPT) sounds.clear()
  sounds.set(pair, sound)
  return sound
}

/**
 * How alike two words are: 1 for the same, less for a typing error (a letter too much, too few, another one, or two
 * exchanged; a pair of Chinese characters of the same sound with one of them right), 0 for others.
 */
export function likenessOf(asked: string, word: string): number {
  if (asked === word) return 1
  if (/^\p{Script=Han}{2}$/u.test(asked)) {
    if (asked[0] !== word[0] && asked[1] !== word[1]) return 0
    return word.length === 2 && soundOf(asked) === soundOf(word) ? MISSPELT : 0
  }
  return isMisspelt(asked, word) ? MISSPELT : 0
}

function isMisspelt(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < EXCHANGED_FROM || Math.abs(a.length - b.length) > 1) return false
  if (!/^[a-z]+$/.test(a) || !/^[a-z]+$/.test(b)) return false
  let from = 0
  while (a[from] === b[from] && from < a.length) from += 1
  if (a[from] === b[from + 1] && a[from + 1] === b[from] && a.slice(from + 2) === b.slice(from + 2)) return true
  // Another first letter or another end is another word: director and directory, later and water.
  if (Math.min(a.length, b.length) < MISSPELT_FROM || from === 0 || from === Math.min(a.length, b.length)) return false
  const [restA, restB] = [a.slice(from), b.slice(from)]
  return restA.slice(1) === restB.slice(1) || restA === restB.slice(1) || restA.slice(1) === restB
}
