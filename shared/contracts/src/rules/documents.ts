import { DOCUMENT_NAME_BYTES } from '../limits.ts'

export type DocumentNameProblem = 'required' | 'too-long' | 'character' | 'reserved'

/** What the usual file systems refuse in a name, and what is not seen in one. */
const REFUSED = /[\\/:*?"<>|\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** Names that Windows keeps for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/** Checks the name of a file or folder of the document center, without blanks around it. */
export function documentNameProblem(name: string): DocumentNameProblem | null {
  if (name.trim() === '') return 'required'
  if (new TextEncoder().encode(name.normalize('NFC')).length > DOCUMENT_NAME_BYTES) return 'too-long'
  if (REFUSED.test(name)) return 'character'
  // Windows drops a dot or blank at the end, so two names would be one.
  return /[. ]$/.test(name) || DEVICE.test(name) ? 'reserved' : null
}

/** Equal for names that clash: those that differ by case, or by the form of their characters alone. */
export const documentNameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/**
 * A name that is free: itself, or with a number before its extension, as `报告 (2).docx`.
 * @param isTaken whether a name is there already
 */
export function freeDocumentName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  const dot = name.lastIndexOf('.')
  const cut = dot > 0 ? dot : name.length
  const [stem, extension] = [name.slice(0, cut).replace(/ \(\d{1,4}\)$/, ''), name.slice(cut)]
  for (let number = 2; ; number++) {
    const suffix = ` (${number})${extension}`
    const free = `${shortened(stem, suffix)}${suffix}`
    if (!isTaken(free)) return free
  }
}

/** As much of a text as leaves room for what follows it. */
function shortened(stem: string, suffix: string): string {
  const bytes = (text: string) => new TextEncoder().encode(text).length
  let short = stem
  while (short !== '' && bytes(short) + bytes(suffix) > DOCUMENT_NAME_BYTES) short = [...short].slice(0, -1).join('')
  return short
}
