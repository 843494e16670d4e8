/*
 * By which text mails are sorted. The server sorts a folder by it, and the page inserts a mail that comes where it belongs, so
 * both have to agree to the letter: the store compares UTF-8 byte by byte, and lower-cases ASCII letters alone.
 */

/** Characters of a subject or name that are compared. */
export const ORDER_CHARACTERS = 120

/** A text as mails are sorted by it. */
export function orderedText(text: string): string {
  const small = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  return [...small].slice(0, ORDER_CHARACTERS).join('')
}

/** What stands before the subject of an answer or of a mail that was forwarded, once or several times, with its spaces. */
const ANSWER_MARKS = /^(?: *(?:re|fwd?|回复|答复|转发)[:：])* */

/** A subject as mails are sorted by it: without the marks of answers, so that a conversation stands together. */
export const orderedSubject = (subject: string): string => orderedText(subject).replace(ANSWER_MARKS, '')

/** Surrogates stand behind all other characters in UTF-8, and before U+E000 in a string. */
const rankOf = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit)

/** Compares texts as their UTF-8 bytes: negative when `a` stands first. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const difference = rankOf(a.charCodeAt(at)) - rankOf(b.charCodeAt(at))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
