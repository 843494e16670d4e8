import type { MailList, SortValues } from '@yanshu/contracts'
import type { ListQuery } from './listQuery.ts'

/** Where a page starts: after a row, at a row number, or (neither) at the top. */
export interface PageStart {
  readonly pageSize: number
  readonly sortValues?: SortValues
  readonly offset?: number
  /** Whole hours from GMT: asks for the headings of the list as well. */
  readonly timeZone?: number
  /** How much of the first words a row has room for, as the contract counts it; all of them when not said. */
  readonly previewColumns?: number
}

export type FetchPage = (query: ListQuery, start: PageStart, signal: AbortSignal) => Promise<MailList>

/** Rows asked for at once. A multiple of what a screen shows, so that scrolling rarely waits. */
export const PAGE_ROWS = 50

/** Rows looked at before the list has said how many it shows; less than a page. */
export const LOOKED_AT = 24
