import { http, usePush } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { useEffect } from 'react'
import { type Counts, countsKey, records, type Side } from './recordKind.ts'

const KEY = 'approval'
/** The working time that is left is shown anew. */
const AGAIN_MS = 60_000

/** How many records of a side stand in each state, as the last page of a list had it. */
export const useCounts = (side: Side): Counts | undefined =>
  useQuery<Counts>({ queryKey: countsKey(side), queryFn: () => Promise.reject(new Error('no page')), enabled: false })
    .data

/** Asks for lists and records anew when something was pushed, and each minute while the view is in front. */
export function useRefreshing(active: boolean): void {
  // What waits for a person is pushed as a change of their settings.
  usePush((message) => {
    if (message.optType === 'ready' || (message.optType === 'mailbox' && message.change === 'settings')) refresh()
  })
  useEffect(() => {
    if (!active) return
    const timer = setInterval(() => records().lists.revalidate(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [active])
}

export const useRecord = (recordId: number) =>
  useQuery({
    queryKey: [KEY, 'record', recordId],
    queryFn: () => http.get('mail/main/approval/detail', { recordId }, { silent: true }),
    retry: false,
  })

/** Lists and records are asked for anew. */
export function refresh(): void {
  void queryClient().invalidateQueries({ queryKey: [KEY] })
  records().lists.revalidate()
}
