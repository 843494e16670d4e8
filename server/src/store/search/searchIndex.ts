import type { Database } from '../database/open.ts'
import type { Trx } from '../database/transact.ts'
import type { Phrase } from './tokens.ts'

/** What is searched in one mail. */
export interface SearchText {
  readonly subject: string
  /** Names and addresses of sender and recipients, separated by spaces. */
  readonly addresses: string
  readonly body: string
}

/** What is searched for. Everything given has to hold. */
export interface Finding {
  readonly accountId: number
  /** Each stands, whole, in one of the fields. */
  readonly phrases: readonly Phrase[]
  /** Which fields may hold the phrases; all when empty. */
  readonly fields: readonly (keyof SearchText)[]
  /** Correspondence with this address, in either direction. */
  readonly address?: string | undefined
  readonly folderId?: number | undefined
  /** Folders that are left out when none is named. */
  readonly unlisted: readonly number[]
  readonly isUnread?: boolean | undefined
  readonly hasAttachment?: boolean | undefined
  /** Sort keys: from (inclusive) and up to (exclusive). */
  readonly from?: number | undefined
  readonly until?: number | undefined
}

export interface Window {
  readonly limit: number
  readonly offset: number
  /** Only mails older than this sort key. */
  readonly before: number | null
  /** Whether all hits are to be counted; as a rule that takes longer than finding a page of them. */
  readonly counted: boolean
}

export interface Found {
  readonly ids: readonly number[]
  /** All hits, on this page or not; -1 where they were not to be counted, or counting is not worth its time. */
  readonly total: number
}

/** Full-text search, exact in Chinese: a hit holds every word of the keyword as typed, wherever it stands in a sentence. */
export interface SearchIndex {
  add(trx: Trx, mail: { sortKey: number; accountId: number } & SearchText): Promise<void>
  remove(trx: Trx, sortKeys: readonly number[]): Promise<void>
  /** Finds mails, newest first. */
  find(db: Database, finding: Finding, window: Window): Promise<Found>
}
