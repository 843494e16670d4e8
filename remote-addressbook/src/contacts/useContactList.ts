import type { ContactRow } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import type { ListHeading } from '@yanshu/ui'
import { useMemo, useState } from 'react'
import { CONTACTS_KEY } from './contactKeys.ts'

/** Rows of one answer; more than are ever drawn at once, so that those in sight stand in two answers at most. */
const PAGE = 100

export interface ContactFilter {
  readonly keyword: string
  readonly groupId: number | undefined
  readonly starred: boolean
}

export interface ContactListState {
  readonly count: number
  readonly headings: readonly ListHeading[]
  rowAt(index: number): ContactRow | undefined
  /** Names which rows are drawn, so that they are loaded. */
  onRange(first: number, last: number): void
  readonly status: 'loading' | 'failed' | 'ready'
  retry(): void
}

const pageQuery = (filter: ContactFilter, page: number) => ({
  queryKey: [...CONTACTS_KEY, 'list', filter, page],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    http.get(
      'contact/list',
      {
        keyword: filter.keyword,
        offset: page * PAGE,
        pageSize: PAGE,
        ...(filter.groupId === undefined ? {} : { groupId: filter.groupId }),
        ...(filter.starred ? { starred: '1' as const } : {}),
      },
      { signal, silent: true },
    ),
})

/** Reads what the list of all contacts shows first. Resolves when it is there or could not be had. */
export const readFirstContacts = (): Promise<void> =>
  queryClient().prefetchQuery(pageQuery({ keyword: '', groupId: undefined, starred: false }, 0))

const usePage = (filter: ContactFilter, page: number, enabled = true) =>
  useQuery({
    ...pageQuery(filter, page),
    // The rows stay while those of another keyword are loading.
    placeholderData: (before) => before,
    enabled,
  })

/** The own contacts of a filter: how many there are, where each initial begins, and the rows that are in sight. */
export function useContactList(filter: ContactFilter): ContactListState {
  const [range, setRange] = useState({ first: 0, last: 0 })
  const low = Math.floor(range.first / PAGE)
  const high = Math.floor(range.last / PAGE)
  const begin = usePage(filter, 0)
  const one = usePage(filter, low)
  const other = usePage(filter, high, high !== low)
  const newest = (one.isPlaceholderData ? undefined : one.data) ?? begin.data
  const initials = newest?.initials
  const headings = useMemo(() => {
    let start = 0
    return (initials ?? []).map(({ initial, count }) => {
      const heading = { key: initial, start, label: initial }
      start += count
      return heading
    })
  }, [initials])
  return {
    count: newest?.total ?? 0,
    headings,
    rowAt: (index) => {
      const page = Math.floor(index / PAGE)
      const at = index - page * PAGE
      if (page === low && !(one.isPlaceholderData && low !== 0)) return one.data?.list[at]
      if (page === high && !other.isPlaceholderData) return other.data?.list[at]
      return page === 0 ? begin.data?.list[at] : undefined
    },
    onRange: (first, last) => setRange({ first, last: Math.max(first, last) }),
    status: begin.data ? 'ready' : begin.isError ? 'failed' : 'loading',
    retry: () => void begin.refetch(),
  }
}
