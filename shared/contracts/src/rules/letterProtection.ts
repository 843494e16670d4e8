import type { LetterOptions } from '../http/letter.ts'
import { ADDRESS_MAX, BLIND_COPIES_MAX } from '../limits.ts'

/**
 * The option that sets how a letter is protected on its way. It belongs to the remote that signs and encrypts, under
 * whose name it stands: `remote-name.protection`.
 */
export const PROTECTION_OPTION = 'protection'

const namesIn = (options: LetterOptions): string[] =>
  Object.keys(options).filter((name) => name.endsWith(`.${PROTECTION_OPTION}`))

/** How a letter is protected on its way (S/MIME, RFC 8551). */
export interface LetterProtection {
  readonly sign: boolean
  readonly encrypt: boolean
  /** Whether the subject is encrypted as well, and the fields of the mail have `HIDDEN_SUBJECT` (RFC 9788). */
  readonly hideSubject: boolean
  /** Whether a code opens it as well, for recipients without a certificate. */
  readonly byCode: boolean
  /** The uploaded file with the protected MIME part; a draft has none. */
  readonly part: string | null
  /** The files with the parts for those in Bcc, each encrypted to that person alone; a draft has none. */
  readonly copies: readonly ProtectedCopy[]
}

/** What one person in Bcc gets. */
export interface ProtectedCopy {
  readonly address: string
  readonly part: string
}

/** The subject that stands outside of an encrypted letter whose subject is encrypted (RFC 9788). */
export const HIDDEN_SUBJECT = '[...]'

/** Copies in the form in which they are sent; none where one of them is not. */
function copiesIn(value: unknown): ProtectedCopy[] {
  if (!Array.isArray(value) || value.length > BLIND_COPIES_MAX) return []
  const copies = value.flatMap((one) => {
    const { address, part }: Record<string, unknown> = Object(one)
    if (typeof address !== 'string' || typeof part !== 'string' || address.length > ADDRESS_MAX) return []
    return [{ address: address.toLowerCase(), part }]
  })
  return copies.length === value.length ? copies : []
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
  const { sign, encrypt, hideSubject, byCode, part, copies }: Record<string, unknown> = Object(value)
  if (typeof sign !== 'boolean' || typeof encrypt !== 'boolean')
    return { sign: true, encrypt: true, hideSubject: false, byCode: false, part: null, copies: [] }
  if (!sign && !encrypt) return null
  return {
    ...{ sign, encrypt, hideSubject: encrypt && hideSubject === true, byCode: encrypt && byCode === true },
    ...{ part: typeof part === 'string' ? part : null, copies: copiesIn(copies) },
  }
}

/** The options as a draft keeps them: the protected parts belong to one sending. */
export function withoutPart(options: LetterOptions): LetterOptions {
  const protection = protectionOf(options)
  if (!protection) return options
  const { sign, encrypt, hideSubject, byCode } = protection
  const kept = { sign, encrypt, ...(hideSubject ? { hideSubject } : {}), ...(byCode ? { byCode } : {}) }
  return { ...options, ...Object.fromEntries(namesIn(options).map((name) => [name, kept])) }
}
