import { createHash } from 'node:crypto'
import type { IndexedMail, SearchField, SearchText } from './searchIndex.ts'
import { tokensOf } from './tokens.ts'

/** Characters of one body that are indexed. Text beyond that is in the mail, but not found. */
export const INDEXED_BODY_MAX = 200_000

/**
 * What every word of an account's mails begins with in the index, so that they lie together there. No account's is the
 * beginning of another's.
 */
export const accountToken = (accountId: number): string => `a${accountId}z`

/** The word that stands for one address, whole, in either direction. */
export const addressToken = (address: string): string =>
  `r${createHash('sha256').update(address.trim().toLowerCase()).digest('hex').slice(0, 20)}`

const ADDRESS = /[^\s<>"',;]+@[^\s<>"',;]+/gu

/** What is kept beside the words themselves: who wrote with whom. */
export const scopeTokens = (text: SearchText): string[] => [
  ...new Set((text.addresses.match(ADDRESS) ?? []).map(addressToken)),
]

export const indexedFields = ['subject', 'addresses', 'body', 'files'] as const satisfies SearchField[]
export type IndexedField = SearchField

/** How PostgreSQL's index spells the words of a field, so that one column serves every scope. */
export const FIELD_MARK = { subject: 's:', addresses: 'd:', body: 'b:', files: 'f:' } as const

/** How SQLite's index spells where a word stands. A mark is a letter, because everything else would end the word. */
export const MARK = {
  subject: 's',
  addresses: 'd',
  body: 'b',
  files: 'p',
  from: 'f',
  to: 't',
  blind: 'x',
  /** Alone, of every mail with an attachment. */
  attachment: 'h',
} as const

/** The same for the first characters of the words of a field. */
export const FIRST_MARK = { subject: 'u', addresses: 'e', body: 'c', files: 'q' } as const satisfies Record<
  IndexedField,
  string
>

export function fieldTokens(mail: IndexedMail, field: IndexedField): Iterable<string> {
  if (field === 'files') return mail.files
  return tokensOf(field === 'body' ? mail.body.slice(0, INDEXED_BODY_MAX) : mail[field])
}

/** The characters that words begin with, each once: of Chinese all characters, because pairs begin with each of them. */
export function firstCharacters(tokens: Iterable<string>): string[] {
  const found = new Set<string>()
  for (const token of tokens) found.add(String.fromCodePoint(token.codePointAt(0) ?? 0))
  return [...found]
}
