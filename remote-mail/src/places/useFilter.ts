import type { ViewProps } from '@yanshu/contracts'
import { go, tabKey, useTabState } from '@yanshu/shell-api'
import { useEffect } from 'react'
import type { UnreadFilter } from '../list-window/listQuery.ts'

/**
 * Which mails of a list are shown. An address that ends in `?show=unread` begins with the unread ones. That part is then
 * removed from the address, so that it does not undo a later choice.
 */
export function useFilter(
  { query, active, tab }: Pick<ViewProps, 'query' | 'active' | 'tab'>,
  fixed?: UnreadFilter,
): [UnreadFilter, (filter: UnreadFilter) => void] {
  const asked = !fixed && query.get('show') === 'unread'
  const [filter, setFilter] = useTabState(tab, 'filter', fixed ?? (asked ? 'unread' : 'any'), isFilter)
  useEffect(() => {
    if (!asked || !active) return
    setFilter('unread')
    const rest = new URLSearchParams(query)
    rest.delete('show')
    const search = rest.toString()
    // Asked for and not followed: a list would be drawn with every change of the address.
    const path = tabKey(location.hash.slice(1))
    go(search ? `${path}?${search}` : path, { replace: true })
  }, [asked, active, query, setFilter])
  return [filter, setFilter]
}

const isFilter = (value: unknown): value is UnreadFilter => value === 'any' || value === 'unread' || value === 'read'
