import { EXTRACT_CODE_MAX, EXTRACT_CODE_MIN, SHARE_COUNT_MAX } from '@yanshu/contracts'

/** Without characters that look alike. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A random code, which does not follow from other codes. */
export function newShareCode(): string {
  const drawn = crypto.getRandomValues(new Uint32Array(6))
  return [...drawn].map((number) => CHARACTERS[number % CHARACTERS.length]).join('')
}

export const isShareCode = (code: string): boolean =>
  /^[A-Za-z0-9]+$/.test(code) && code.length >= EXTRACT_CODE_MIN && code.length <= EXTRACT_CODE_MAX

/** §5: required, not 0, at most 100. */
export const isShareCount = (text: string): boolean =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= SHARE_COUNT_MAX
