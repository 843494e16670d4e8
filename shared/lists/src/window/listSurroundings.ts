import type { ItemCache } from '../cache/itemCache.ts'
import type { ItemId, ItemKind, ItemRow } from '../itemKind.ts'
import type { ReadersDay } from './dayCounts.ts'
import type { FetchPage } from './page.ts'

/** What a list needs of the rest of the client. */
export interface ListSurroundings<Row extends ItemRow, Id extends ItemId, Query> {
  readonly kind: ItemKind<Row, Id, Query>
  readonly cache: ItemCache<Row, Id>
  readonly fetchPage: FetchPage<Row, Query>
  /** Whether actions are on their way, so that an answer may or may not have them. */
  readonly busy: () => boolean
  /** Which day it is for the reader. */
  readonly today: () => ReadersDay
  /** For how much of what may be long the rows have room; Infinity before a list has been drawn. */
  readonly room: () => number
}
