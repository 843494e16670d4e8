import type { LetterOptions } from '../http/letter.ts'

/**
 * The option of a letter that says how it is protected on its way. It belongs to the remote that signs and encrypts, under
 * whose name it stands: `remote-name.protection`.
 */
export const PROTECTION_OPTION = 'protection'

const namesIn = (options: LetterOptions): string[] =>
  Object.keys(options).filter((name) => name.endsWith(`.${PROTECTION_OPTION}`))

/** How a letter is protected on its way (S/MIME, RFC 8551). */
export interface LetterProtection {
  readonly sign: boolean
  readonly encrypt: boolean
  /** The uploaded file with the protected MIME part; a draft has none. */
  readonly part: string | null
}

/**
 * How a letter is to be protected; null for not at all. A value that cannot be read asks for both: such a letter is
 * refused, and not sent as it is.
 */
export function protectionOf(options: LetterOptions): LetterProtection | null {
  const values = namesIn(options)
    .map((name) => options[name])
    .filter((one) => one !== undefined && one !== null)
  if (values.length === 0) return null
  const [value] = values.length > 1 ? [null] : values
  const { sign, encrypt, part = null }: Record<string, unknown> = Object(value)
  if (typeof sign !== 'boolean' || typeof encrypt !== 'boolean') return { sign: true, encrypt: true, part: null }
  return sign || encrypt ? { sign, encrypt, part: typeof part === 'string' ? part : null } : null
}

/** The options as a draft keeps them: the protected part belongs to one sending. */
export function withoutPart(options: LetterOptions): LetterOptions {
  const protection = protectionOf(options)
  if (!protection) return options
  const { sign, encrypt } = protection
  return { ...options, ...Object.fromEntries(namesIn(options).map((name) => [name, { sign, encrypt }])) }
}
