/**
 * How text becomes words of the index. Chinese (and Japanese and Korean) is written without spaces, so a run of it is
 * cut into overlapping pairs: 项目会议 gives 项目, 目会, 会议 and, closing the run, 议. A search for any part of it asks for
 * its pairs side by side, which finds exactly the places where it stands. Letters and digits of other scripts stay whole
 * words. Han is tested by script, so that characters beyond the BMP (𠮷) count as one; it is kept out of the class of
 * letters, or 1930项目 would be one word.
 */
export const PAIRED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc`
const RUN = new RegExp(`([${PAIRED}]+)|((?:(?![${PAIRED}])[\\p{L}\\p{N}\\p{M}])+)`, 'gu')
const ACCENTS = /[\u0300-\u036f]/g

/** Longer words are cut here, in the index and in what is searched alike. */
export const WORD_MAX = 64

/** One form for what looks alike: full-width digits, compatibility ideographs, capitals. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

interface Run {
  readonly paired: boolean
  readonly text: string
}

function* runs(text: string): Generator<Run> {
  for (const match of fold(text).matchAll(RUN)) {
    if (match[1] !== undefined) yield { paired: true, text: match[1] }
    else
      yield { paired: false, text: match[0].normalize('NFD').replace(ACCENTS, '').normalize('NFC').slice(0, WORD_MAX) }
  }
}

/** The words of a text, in order. Positions matter: a closing single character keeps two runs apart. */
export function tokensOf(text: string): string[] {
  const tokens: string[] = []
  for (const run of runs(text)) {
    if (!run.paired) {
      tokens.push(run.text)
      continue
    }
    let previous = ''
    for (const character of run.text) {
      if (previous) tokens.push(previous + character)
      previous = character
    }
    tokens.push(previous)
  }
  return tokens
}

/** Tokens that must stand side by side; the last may be the beginning of a longer one. */
export interface Phrase {
  readonly tokens: readonly string[]
  readonly prefix: boolean
  /**
   * The marks that were typed before each run or word, and behind the last one: `C++` has '' and '++'. They must stand
   * there too. Left out where none were typed.
   */
  readonly marks?: readonly string[]
}

/** Marks that are part of names (C++, .net, a+b); those of sentences, such as commas and quotes, part words and no more. */
const NOT_OF_NAMES = /[^-+#.@_/&*=~%$^|\\]/gu
/** Marks that end a sentence or wait for the next letter. */
const LOOSE_END = /[-.]+$/

/** The marks of names around the runs of a word; null where there are none. */
function marksOf(word: string): string[] | null {
  const marks = word
    .replaceAll(RUN, '\n')
    .split('\n')
    .map((between) => between.replaceAll(NOT_OF_NAMES, ''))
  const last = marks.length - 1
  const shown = marks.map((mark, at) => (at === last ? mark.replace(LOOSE_END, '') : mark))
  return shown.some((mark) => mark !== '') ? shown : null
}

/**
 * What a keyword asks for: every part between spaces, each as typed. A single Chinese character is the beginning of
 * some pair; the last word in letters may be unfinished, because it is searched while it is typed.
 */
export function phrasesOf(keyword: string): Phrase[] {
  const words = fold(keyword)
    .split(/\s+/u)
    .map((typed) => ({ word: [...runs(typed)], marks: marksOf(typed) }))
    .filter(({ word }) => word.length > 0)
  return words.map(({ word, marks }, index) => {
    const tokens: string[] = []
    const isOpen = !marks?.at(-1)
    let prefix = false
    word.forEach((run, place) => {
      const last = place === word.length - 1
      const own = tokensOf(run.text)
      if (run.paired && last) {
        // The end of the run need not be the end of the text's: 会议 is also found in 会议室.
        if (own.length > 1) own.pop()
        else prefix = true
      } else if (!run.paired && last) {
        // A word that ends with a mark is not unfinished.
        prefix = isOpen && index === words.length - 1
      }
      tokens.push(...own)
    })
    return { tokens, prefix, ...(marks ? { marks } : {}) }
  })
}
