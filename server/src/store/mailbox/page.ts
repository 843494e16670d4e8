import type { MailList } from '@yanshu/contracts'
import type { Context } from '../context/context.ts'
import { listItems } from './listItems.ts'

/** Which part of a list is wanted, as parsed by the contract's `paging`. */
export interface Paging {
  readonly pageSize: number
  readonly sortValues?: string | undefined
  readonly offset?: number | undefined
  /** How much of the first words is wanted; all of them when left out. */
  readonly previewColumns?: number | undefined
}

export interface Cursor {
  readonly sticky: number
  readonly sortKey: number
}

export function cursorOf(paging: Paging): Cursor | null {
  const [sticky, sortKey] = (paging.sortValues ?? '').split(',')
  return sticky && sortKey ? { sticky: Number(sticky), sortKey: Number(sortKey) } : null
}

/** The rows of a page and one more, as they lie in the order of a list. */
export interface PageRange {
  /** The page begins behind this mail. */
  readonly cursor: Cursor | null
  readonly limit: number
  /** Rows before the page. */
  readonly offset: number
  /** Whether these are counted from the last row of the list. */
  readonly fromTheEnd: boolean
}

/** Whether the place of a page depends on how many rows there are. */
export const isJump = (paging: Paging): boolean => cursorOf(paging) === null && (paging.offset ?? 0) > 0

/**
 * Where a page lies. A jump into the second half of the list counts from its end. Null behind the last row.
 * @param total rows of the list; only a jump depends on it
 */
export function rangeOf(paging: Paging, total: number): PageRange | null {
  const wanted = paging.pageSize + 1
  const cursor = cursorOf(paging)
  const offset = cursor ? 0 : (paging.offset ?? 0)
  if (!isJump(paging) || offset <= total / 2) return { cursor, limit: wanted, offset, fromTheEnd: false }
  const left = total - offset
  if (left <= 0) return null
  return { cursor, limit: Math.min(wanted, left), offset: Math.max(left - wanted, 0), fromTheEnd: true }
}

/** Turns the ids of a page and one more (which shows that there is more) into its rows. */
export async function pageOf(
  context: Context,
  accountId: number,
  ids: readonly number[],
  { pageSize, previewColumns }: Paging,
  total: number,
): Promise<MailList> {
  const list = await listItems(context.store.db, accountId, ids.slice(0, pageSize), previewColumns)
  return { list, total, more: ids.length > pageSize }
}
