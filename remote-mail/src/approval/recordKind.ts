import type { ApprovalItem, ApprovalTab, GetData } from '@yanshu/contracts'
import type { Collection, ItemKind, SortKey } from '@yanshu/lists'
import { createCollection, type ItemPage, type PageStart, readersDay } from '@yanshu/lists'
import { http, type LoginScope, perLogin, settings } from '@yanshu/shell-api'
import { queryClient } from '@yanshu/shell-api/query'

/** Whose list: of the mails that a person decides about, or of those that are theirs. */
export type Side = 'desk' | 'applications'

export interface RecordQuery {
  readonly side: Side
  readonly state: ApprovalTab
}

/** A record as lists show it. */
export type RecordRow = ApprovalItem & { readonly sortValues: SortKey }

export type Records = Collection<RecordRow, number, RecordQuery>

const PATH = {
  desk: 'mail/main/approval/approverApprovalList',
  applications: 'mail/main/approval/userApprovalList',
} as const

/** How many records of a side stand in each state. */
export type Counts = GetData<(typeof PATH)[Side]>['counts']
export const countsKey = (side: Side) => ['approval', 'counts', side]

const isIn = (tab: ApprovalTab, { state }: RecordRow): boolean =>
  tab === 'all' || state === tab || (tab === 'rejected' && state === 'expired')

export const recordKind: ItemKind<RecordRow, number, RecordQuery> = {
  idOf: ({ recordId }) => recordId,
  idOfKey: Number,
  keyOf: ({ side, state }) => `${side} ${state}`,
  rulesOf: ({ state }) => ({
    // A row that another list brought may be of the other side, so only a page of the server adds rows.
    belongs: (row, here) => row !== undefined && here && isIn(state, row),
    compare: (a, b) => b.recordId - a.recordId,
  }),
}

const fetchPageIn =
  (login: LoginScope) =>
  async (
    { side, state }: RecordQuery,
    { pageSize, sortValues, offset = 0 }: PageStart,
    signal: AbortSignal,
  ): Promise<ItemPage<RecordRow>> => {
    const client = queryClient()
    const from = sortValues ? { before: Number(sortValues[0]) } : { offset }
    const page = await http.get(PATH[side], { state, pageSize, ...from }, { signal, login, silent: true })
    client.setQueryData(countsKey(side), page.counts)
    const list = page.list.map((item) => ({ ...item, sortValues: [item.recordId] }))
    return { list, total: page.counts[state], more: page.more }
  }

/** The records that lists have, one collection for each login. */
export const records = perLogin(
  (login): Records =>
    createCollection(recordKind, {
      fetchPage: fetchPageIn(login),
      today: () => readersDay(settings.current().general.timeZone),
    }),
  ({ lists }) => lists.close(),
)
