import { createHash } from 'node:crypto'
import type { SearchText } from './searchIndex.ts'
import { tokensOf } from './tokens.ts'

/** Characters of one body that are indexed. What stands beyond is in the mail, but not found. */
export const INDEXED_BODY_MAX = 200_000

/** The word by which an account's mails are told apart inside the index. */
export const accountToken = (accountId: number): string => `a${accountId}z`

/** The word that stands for one address, whole, in either direction. */
export const addressToken = (address: string): string =>
  `r${createHash('sha256').update(address.trim().toLowerCase()).digest('hex').slice(0, 20)}`

const ADDRESS = /[^\s<>"',;]+@[^\s<>"',;]+/gu

/** What is kept beside the words themselves: whose mail it is and who wrote with whom. */
export function scopeTokens(accountId: number, text: SearchText): string[] {
  const addresses = new Set(text.addresses.match(ADDRESS) ?? [])
  return [accountToken(accountId), ...new Set([...addresses].map(addressToken))]
}

export const indexedFields = ['subject', 'addresses', 'body'] as const
export type IndexedField = (typeof indexedFields)[number]

/** How PostgreSQL's index spells the words of a field, so that one column serves every scope. */
export const FIELD_MARK = { subject: 's:', addresses: 'd:', body: 'b:' } as const

export const fieldTokens = (text: SearchText, field: IndexedField): string[] =>
  tokensOf(field === 'body' ? text.body.slice(0, INDEXED_BODY_MAX) : text[field])
