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
 * @typedef {{ wanted: { fields: readonly string[], pattern: RegExp }[], bodyMax: number, isAny: boolean }} Asked
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
  const { wanted, bodyMax, isAny = false } = JSON.parse(json)
  const made = {
    bodyMax,
    isAny,
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

/** @param {string | Uint8Array | null} stored */
const readStored = (stored) =>
  typeof stored === 'string' ? stored : stored ? zstdDecompressSync(stored).toString() : ''

/** How what is compressed begins; no text in UTF-8 begins so. */
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/**
 * The texts of files as `group_concat` has them: the stored bytes of each as hexadecimal digits, parted by spaces.
 * @param {string} digits
 */
const readFiles = (digits) =>
  digits.split(' ').map((one) => {
    const bytes = Buffer.from(one, 'hex')
    return bytes.subarray(0, ZSTD.length).equals(ZSTD) ? readStored(bytes) : bytes.toString()
  })

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
 * @param {string | readonly string[] | null} files their texts, or as `readFiles` takes them
 */
export function holdsWords(json, subject, fromName, fromAddress, to, cc, bcc, text, files) {
  const { wanted, bodyMax, isAny } = readAsked(json)
  /** @type {Record<string, () => readonly string[]>} */
  const fields = {
    subject: () => [subject],
    addresses: () => [[`${fromName} ${fromAddress}`, ...[to, cc, bcc].flatMap(peopleOf)].join(' ')],
    body: () => [readStored(text).slice(0, bodyMax)],
    files: () => (typeof files === 'string' ? readFiles(files) : (files ?? [])),
  }
  /** @type {Map<string, readonly string[]>} */
  const folded = new Map()
  const fold = (/** @type {string} */ field) => {
    const made = folded.get(field) ?? (fields[field]?.() ?? []).map(foldedText)
    folded.set(field, made)
    return made
  }
  const isFound = (/** @type {{ fields: readonly string[], pattern: RegExp }} */ { fields: some, pattern }) =>
    some.some((field) => fold(field).some((one) => pattern.test(one)))
  return (isAny ? wanted.some(isFound) : wanted.every(isFound)) ? 1 : 0
}
