import type { TextRange } from '@yanshu/contracts'

/** Places that are marked; more of them would be no help to a reader, and marking costs by their number. */
export const FOUND_MAX = 500

/**
 * The places of words in a text, without regard to case and to the width of letters, at most {@link FOUND_MAX}.
 * Work grows with the text once, whatever is looked for.
 */
export function findInText(text: string, words: string): readonly TextRange[] {
  const wanted = fold(words.trim())
  if (wanted === '') return []
  const folded = fold(text)
  const found: TextRange[] = []
  for (let at = folded.indexOf(wanted); at >= 0 && found.length < FOUND_MAX; ) {
    found.push({ start: at, end: at + wanted.length })
    at = folded.indexOf(wanted, at + wanted.length)
  }
  return found
}

/** Lower case and half width, a unit for each unit, so that places stay what they are. */
const fold = (text: string): string =>
  text.replace(/[A-Z\uFF01-\uFF5E\u00C0-\u024F]/g, (letter) => {
    const code = letter.charCodeAt(0)
    const half = code >= 0xff01 ? String.fromCharCode(code - 0xfee0) : letter
    const lower = half.toLowerCase()
    return lower.length === 1 ? lower : letter
  })
