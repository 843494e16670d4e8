import type { ApprovalItem, ApprovalTab } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'

/** Whose list: of the mails that a person decides about, or of those that are theirs. */
export type Side = 'desk' | 'applications'

const KEY = 'approval'
const PAGE = 50
const AGAIN_MS = 30_000

const PATH = {
  desk: 'mail/main/approval/approverApprovalList',
  applications: 'mail/main/approval/userApprovalList',
} as const

/** The first rows of a list with the counts of all; `shown` is how many are asked for. */
export function useRecords(side: Side, state: ApprovalTab, shown: number, active: boolean) {
  return useQuery({
    queryKey: [KEY, side, state, shown],
    queryFn: async () => {
      const list: ApprovalItem[] = []
      for (;;) {
        const last = list.at(-1)
        const query = { state, pageSize: PAGE, ...(last ? { before: last.recordId } : {}) }
        const page = await http.get(PATH[side], query, { silent: true })
        list.push(...page.list)
        if (!page.more || list.length >= shown) return { list, more: page.more, counts: page.counts }
      }
    },
    placeholderData: (before) => before,
    refetchInterval: active ? AGAIN_MS : false,
  })
}

export const useRecord = (recordId: number) =>
  useQuery({
    queryKey: [KEY, 'record', recordId],
    queryFn: () => http.get('mail/main/approval/detail', { recordId }, { silent: true }),
    retry: false,
  })

/** Lists and records are asked for anew. */
export const refresh = () => void queryClient().invalidateQueries({ queryKey: [KEY] })
export { PAGE }
