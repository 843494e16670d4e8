import type { MailCache } from '../mail-cache/mailCache.ts'
import type { ReadersDay } from './dayCounts.ts'
import type { RoleOf } from './listQuery.ts'
import type { FetchPage } from './page.ts'

/** What a list needs of the rest of the client. */
export interface ListSurroundings {
  readonly cache: MailCache
  readonly fetch: FetchPage
  readonly roleOf: RoleOf
  /** Whether actions are on their way, so that an answer may or may not have them. */
  readonly busy: () => boolean
  /** Which day it is for the reader. */
  readonly today: () => ReadersDay
  /** For how much of the first words the rows have room, as the contract counts it; Infinity before a list has been drawn. */
  readonly previewColumns: () => number
}
