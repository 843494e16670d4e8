// Finding text in pages. Pure, so that it is tested without a browser.

/** Blanks count for nothing: PDF files have them between Chinese characters, and at the ends of lines none. */
const foldedOf = (character) => (/\s/.test(character) ? '' : character.toLowerCase())

/**
 * A text as it is searched in: in small letters, without blanks.
 * @param {string} text
 */
export const folded = (text) => Array.from({ length: text.length }, (_, at) => foldedOf(text.charAt(at))).join('')

/**
 * Where a text stands in another one, both folded, without overlaps.
 * @param {string} text
 * @param {string} sought not empty
 * @param {number} most answered at the most
 * @returns {number[]}
 */
export function placesOf(text, sought, most) {
  const places = []
  for (let at = text.indexOf(sought); at >= 0 && places.length < most; at = text.indexOf(sought, at + sought.length))
    places.push(at)
  return places
}

/**
 * The pieces of the strings of a page that make up a place of their folded text, each with its first and last offset.
 * @param {readonly string[]} strings
 * @param {number} from
 * @param {number} length
 * @returns {{ string: number, start: number, end: number }[]}
 */
export function piecesOf(strings, from, length) {
  const pieces = []
  let at = 0
  for (const [string, text] of strings.entries()) {
    let piece = null
    for (let offset = 0; offset < text.length; offset++) {
      const size = foldedOf(text.charAt(offset)).length
      if (size > 0 && at + size > from && at < from + length) {
        piece ??= { string, start: offset, end: offset + 1 }
        piece.end = offset + 1
      }
      at += size
    }
    if (piece) pieces.push(piece)
    if (at >= from + length) return pieces
  }
  return pieces
}
