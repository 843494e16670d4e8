import type { DaySection } from './dayCounts.ts'

export type WindowStatus = 'new' | 'loading' | 'ready' | 'failed'

/** What a view draws; the same object until something in it changes. */
export interface WindowView {
  readonly status: WindowStatus
  /** Rows in the list, as far as is known. */
  readonly total: number
  /** Why the last page did not come. */
  readonly error: unknown
  /** Grows with every change of which item stands in which row. */
  readonly version: number
  /** Headings by day and the rows they stand above; none while they are not known and where the order is another one. */
  readonly sections: readonly DaySection[]
  /** The server has not examined all items yet; it is asked again by itself. */
  readonly incomplete: boolean
}
