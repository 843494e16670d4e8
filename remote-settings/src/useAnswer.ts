import { markStale, usePush } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'

/**
 * The server's answer for a page of the settings. It is asked for again when another window has changed settings, and
 * whenever the page is opened: while it was closed it received no changes. What was known is shown meanwhile.
 */
export function useAnswer<T>(name: string, ask: () => Promise<T>) {
  const queryKey = ['settings', name]
  const { data, isError, refetch } = useQuery({ queryKey, queryFn: ask, staleTime: 0 })
  usePush((message) => {
    const changed = message.optType === 'mailbox' && message.change === 'settings'
    // Also while the first answer is on its way, which may be older.
    if (changed || (message.optType === 'ready' && message.missed)) markStale(queryKey)
  })
  return {
    data,
    failed: isError && data === undefined,
    retry: () => void refetch(),
    /** Shows what a call has answered, without asking again. */
    put: (next: T) => void queryClient().setQueryData(queryKey, next),
  }
}
