/** A piece of text, and whether it is one of the words looked for. */
export interface Piece {
  readonly text: string
  readonly hit: boolean
}

/** The words of a search: what stands between blanks, each once, longest first so that the longer one is marked. */
export function termsOf(keyword: string): readonly string[] {
  const words = keyword.normalize('NFKC').toLowerCase().split(/\s+/u).filter(Boolean)
  return [...new Set(words)].sort((a, b) => b.length - a.length)
}

/**
 * Cuts a text where the words stand, without regard to case and to full-width forms. Chinese needs no borders between
 * words: 雁书 is found inside 鸿雁书信.
 */
export function pieces(text: string, terms: readonly string[]): readonly Piece[] {
  if (terms.length === 0 || !text) return [{ text, hit: false }]
  // Per character, so that positions in the folded text are positions in the text.
  const letters = [...text]
  const folded = letters.map((letter) => letter.normalize('NFKC').toLowerCase())
  const marked = new Array<boolean>(letters.length).fill(false)
  for (const term of terms) {
    for (let at = 0; at < letters.length; at++) {
      const length = matchAt(folded, at, term)
      for (let step = 0; step < length; step++) marked[at + step] = true
    }
  }
  const found: Piece[] = []
  letters.forEach((letter, at) => {
    const hit = marked[at] ?? false
    const last = found.at(-1)
    if (last?.hit === hit) found[found.length - 1] = { text: last.text + letter, hit }
    else found.push({ text: letter, hit })
  })
  return found
}

/** How many letters from `at` on make up the term; 0 when they do not. */
function matchAt(folded: readonly string[], at: number, term: string): number {
  let rest = term
  for (let step = 0; at + step < folded.length; step++) {
    const letter = folded[at + step]
    if (!letter || !rest.startsWith(letter)) return 0
    rest = rest.slice(letter.length)
    if (rest === '') return step + 1
  }
  return 0
}
