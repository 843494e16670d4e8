import type { Context } from '../../context.ts'
import { findOnPostgres } from './findOnPostgres.ts'
import { findOnSqlite } from './findOnSqlite.ts'
import type { IndexedField } from './indexed.ts'
import type { Phrase } from './tokens.ts'

/** What is searched for. Everything given has to hold. */
export interface Finding {
  readonly accountId: number
  /** Each stands, whole, in one of the fields. */
  readonly phrases: readonly Phrase[]
  readonly fields: readonly IndexedField[]
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

/** Finds mails, newest first. */
export const findMails = (context: Context, finding: Finding, window: Window): Promise<Found> =>
  context.store.engine === 'postgres'
    ? findOnPostgres(context.store.db, finding, window)
    : findOnSqlite(context.store.db, finding, window)
