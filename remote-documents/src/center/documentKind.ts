import type { DocumentItem, DocumentPlace, DocumentSort } from '@yanshu/contracts'
import type { Collection, ItemKind, SortKey } from '@yanshu/lists'
import { createCollection, type ItemPage, type PageStart, readersDay } from '@yanshu/lists'
import { http, type LoginScope, perLogin, settings } from '@yanshu/shell-api'

/** Which files a list shows, and in which order. */
export interface DocumentQuery {
  readonly place: DocumentPlace
  /** The folder, for the place `folder`; 0 for the outermost one. */
  readonly parentId: number
  readonly text: string
  readonly sort: DocumentSort
  readonly order: 'asc' | 'desc'
}

/** A file or folder as lists show it. Lists of every order share it, so it has all that any of them is sorted by. */
export type DocumentRow = DocumentItem & { readonly sortValues: SortKey }

export type Documents = Collection<DocumentRow, number, DocumentQuery>

const asRow = (item: DocumentItem): DocumentRow => ({
  ...item,
  sortValues: [
    item.kind === 'folder' ? 0 : 1,
    item.sortName,
    item.changedAt,
    item.size,
    item.binnedAt ?? 0,
    item.documentId,
  ],
})

/** Where each of the values that `asRow` lists stands. */
const AT = { name: 1, time: 2, size: 3 } as const
const [KIND, BINNED, ID] = [0, 4, 5] as const

/** How a list is sorted: the place of its value, whether the largest stands first, and whether folders do. */
function orderOf({ place, sort, order }: DocumentQuery) {
  if (place === 'recent') return { at: AT.time, down: true, byKind: false }
  if (place === 'bin') return { at: BINNED, down: true, byKind: false }
  return { at: AT[sort], down: order === 'desc', byKind: true }
}

const compareValues = (a: string | number = 0, b: string | number = 0): number => (a < b ? -1 : a > b ? 1 : 0)

const isIn = ({ place, parentId }: DocumentQuery, row: DocumentRow, here: boolean): boolean => {
  if (place === 'bin') return here && row.binnedAt !== null
  if (row.binnedAt !== null) return false
  if (place === 'folder') return row.parentId === parentId
  return place === 'starred' ? row.starred : here
}

export const documentKind: ItemKind<DocumentRow, number, DocumentQuery> = {
  idOf: ({ documentId }) => documentId,
  idOfKey: Number,
  keyOf: (query) => JSON.stringify([query.place, query.parentId, query.text, query.sort, query.order]),
  rulesOf: (query) => {
    const { at, down, byKind } = orderOf(query)
    const turn = down ? -1 : 1
    return {
      belongs: (row, here) => row !== undefined && isIn(query, row, here),
      compare: ({ sortValues: a }, { sortValues: b }) =>
        (byKind ? compareValues(a[KIND], b[KIND]) : 0) ||
        turn * compareValues(a[at], b[at]) ||
        turn * compareValues(a[ID], b[ID]),
    }
  },
}

/** The row that a page goes on after, as the call names it. */
export function afterOf(query: DocumentQuery, sortValues: SortKey): string {
  const { at, byKind } = orderOf(query)
  return JSON.stringify([byKind ? sortValues[KIND] : 0, sortValues[at], sortValues[ID]])
}

const fetchPageIn =
  (login: LoginScope) =>
  async (query: DocumentQuery, start: PageStart, signal: AbortSignal): Promise<ItemPage<DocumentRow>> => {
    const { pageSize, sortValues, offset = 0 } = start
    const from = sortValues ? { after: afterOf(query, sortValues) } : { offset }
    const page = await http.get('documents/list', { ...query, ...from, pageSize }, { signal, login, silent: true })
    return { list: page.list.map(asRow), total: page.total, more: page.list.length === pageSize }
  }

/** The files that lists know, one collection for each login. */
export const documents = perLogin(
  (login): Documents =>
    createCollection(documentKind, {
      fetchPage: fetchPageIn(login),
      today: () => readersDay(settings.current().general.timeZone),
    }),
  ({ lists }) => lists.close(),
)
