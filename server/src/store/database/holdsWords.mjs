// Whether phrases stand in a mail. Plain JavaScript, because the threads that search load it (`readThread.mjs`).
import { zstdDecompressSync } from '../../platform/zlibSync.mjs'

const ACCENTS = /[\u0300-\u036f]/g
const MAX_KEPT = 50

/**
 * A text in the form in which `phrasePattern` finds phrases.
 * @param {string} text
 */
export const foldedText = (text) =>
  text.normalize('NFKC').toLowerCase().normalize('NFD').replace(ACCENTS, '').normalize('NFC')

/**
 * One asks that a pattern is found in one of the fields.
 * @typedef {{ fields: readonly string[], pattern: string }} Wanted
 * @typedef {{ wanted: { fields: readonly string[], pattern: RegExp }[], bodyMax: number }} Asked
 */

/** @type {Map<string, Asked>} */
const asked = new Map()

/**
 * @param {string} json
 * @returns {Asked}
 */
function readAsked(json) {
  const known = asked.get(json)
  if (known) return known
  const { wanted, bodyMax } = JSON.parse(json)
  const made = {
    bodyMax,
    wanted: wanted.map((/** @type {Wanted} */ one) => ({ ...one, pattern: new RegExp(one.pattern, 'u') })),
  }
  if (asked.size >= MAX_KEPT) asked.clear()
  asked.set(json, made)
  return made
}

/** @param {string | null} json */
const peopleOf = (json) =>
  json
    ? JSON.parse(json).map((/** @type {{ name: string, address: string }} */ one) => `${one.name} ${one.address}`)
    : []

/**
 * The function `holds_words` of a connection: 1 when everything that is asked is found in the mail, else 0. The text is as
 * the store keeps it.
 * @param {string} json `{ wanted, bodyMax }`
 * @param {string} subject
 * @param {string} fromName
 * @param {string} fromAddress
 * @param {string} to
 * @param {string} cc
 * @param {string} bcc
 * @param {string | Uint8Array | null} text
 */
export function holdsWords(json, subject, fromName, fromAddress, to, cc, bcc, text) {
  const { wanted, bodyMax } = readAsked(json)
  /** @type {Record<string, () => string>} */
  const fields = {
    subject: () => subject,
    addresses: () => [`${fromName} ${fromAddress}`, ...[to, cc, bcc].flatMap(peopleOf)].join(' '),
    body: () => (typeof text === 'string' ? text : text ? zstdDecompressSync(text).toString() : '').slice(0, bodyMax),
  }
  /** @type {Map<string, string>} */
  const folded = new Map()
  const fold = (/** @type {string} */ field) => {
    const made = folded.get(field) ?? foldedText(fields[field]?.() ?? '')
    folded.set(field, made)
    return made
  }
  return wanted.every(({ fields: some, pattern }) => some.some((field) => pattern.test(fold(field)))) ? 1 : 0
}
