/** What belongs to the character before it: marks (variation selectors are such), joiners with what they join, skin tones. */
const CONTINUES = /^(?:\p{M}|\p{Emoji_Modifier}|\u200d)/u

/**
 * Hangul, Chinese and Japanese characters and emoji take two columns (Unicode TR 11, roughly); between them lie Latin letters
 * with marks, punctuation and symbols, which take one.
 */
const columnsOf = (code: number): number => (code >= 0x1100 && (code < 0x1e00 || code > 0x2e7f) ? 2 : 1)

/**
 * The beginning of a line that fits into so many columns, of which a Chinese character takes two and a Latin letter one,
 * with `…` where something was cut. No character is cut from its marks.
 */
export function cutToColumns(text: string, columns: number): string {
  // No character takes more than two columns, so a short line fits as it is.
  if (text.length * 2 <= columns) return text
  let taken = 0
  let end = 0
  while (end < text.length) {
    const code = text.codePointAt(end) ?? 0
    taken += columnsOf(code)
    if (taken > columns) break
    end += code > 0xffff ? 2 : 1
  }
  if (end === text.length) return text
  return end === 0 ? '' : `${text.slice(0, wholeBefore(text, end)).trimEnd()}…`
}

/** The last place up to `end` where a character begins that does not continue the one before. */
function wholeBefore(text: string, end: number): number {
  let at = end
  while (at > 0 && (CONTINUES.test(text.slice(at, at + 2)) || text[at - 1] === '\u200d')) {
    at -= isPair(text, at) ? 2 : 1
  }
  return at
}

const isPair = (text: string, end: number): boolean => end > 1 && (text.codePointAt(end - 2) ?? 0) > 0xffff
