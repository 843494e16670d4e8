import type { DayHeading } from '@yanshu/contracts'
import type { SortKey } from '../itemKind.ts'

/** Where a page starts: after a row, at a row number, or (neither) at the top. */
export interface PageStart {
  readonly pageSize: number
  readonly sortValues?: SortKey
  readonly offset?: number
  /** Whole hours from GMT: asks for the headings of the list as well. */
  readonly timeZone?: number
  /** For how much of what may be long (the first words of a mail) a row has room, in the kind's own measure. */
  readonly room?: number
}

/** A page of a list as a server answers it. */
export interface ItemPage<Row> {
  readonly list: readonly Row[]
  /** Rows of the whole list; negative where they are not counted. */
  readonly total: number
  readonly more: boolean
  /** How many rows stand below each heading, where the start of the page asked for them. */
  readonly headings?: readonly DayHeading[] | undefined
  /** The server has not examined all items yet, and is to be asked again. */
  readonly incomplete?: boolean | undefined
}

export type FetchPage<Row, Query> = (query: Query, start: PageStart, signal: AbortSignal) => Promise<ItemPage<Row>>

/** Rows asked for at once. A multiple of what a screen shows, so that scrolling rarely waits. */
export const PAGE_ROWS = 50

/** Rows that are taken to be on screen until the list has reported how many it shows; less than a page. */
export const LOOKED_AT = 24
