import type { MailList } from '@yanshu/contracts'
import type { Context } from '../context/context.ts'
import { listItems } from './listItems.ts'

/** Which part of a list is wanted, as parsed by the contract's `paging`. */
export interface Paging {
  readonly pageSize: number
  readonly sortValues?: string | undefined
  readonly offset?: number | undefined
  /** How much of the first words is wanted; all of them when not said. */
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

/** Turns the ids of a page and one more (which says that there is more) into its rows. */
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
