import { UPLOAD_REQUEST_FILES_MAX, UPLOAD_REQUEST_SIZE_MAX, VALID_DAYS_MAX } from '@yanshu/contracts'

const MEGABYTE = 1_048_576

/** The bounds of the numbers of a link, as they are typed. */
export const FORM_MAX = {
  days: VALID_DAYS_MAX,
  files: UPLOAD_REQUEST_FILES_MAX,
  megabytes: UPLOAD_REQUEST_SIZE_MAX / MEGABYTE,
} as const

/** Without characters that look alike. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A random code of six characters, which does not follow from other codes. */
export function newCode(): string {
  const drawn = crypto.getRandomValues(new Uint32Array(6))
  return [...drawn].map((number) => CHARACTERS[number % CHARACTERS.length]).join('')
}

/** What was typed as a whole number from 1 to a bound; null for anything else. */
export function numberIn(text: string, max: number): number | null {
  const number = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0
  return number >= 1 && number <= max ? number : null
}

export const bytesOf = (megabytes: number): number => megabytes * MEGABYTE
