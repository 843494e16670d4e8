import type { FollowUp, FollowUpTab } from '@yanshu/contracts'
import { http, usePush, usePushEvent } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'

const KEY = 'follow-up'
export const PAGE = 50

/** All follow-ups are asked for anew. */
export const refresh = () => void queryClient().invalidateQueries({ queryKey: [KEY] })

const listQuery = (state: FollowUpTab, shown: number) => ({
  queryKey: [KEY, state, shown],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const list: FollowUp[] = []
    for (;;) {
      const body = { state, offset: list.length, pageSize: PAGE }
      const page = await http.post('mail/pending/pendingMailList', body, { silent: true, signal })
      list.push(...page.list)
      if (!page.more || list.length >= shown) return { ...page, list }
    }
  },
})

/** The first rows of a list, with the counts; `shown` is how many are asked for. */
export function useFollowUps(state: FollowUpTab, shown = PAGE) {
  useChanges()
  return useQuery({ ...listQuery(state, shown), placeholderData: (before) => before })
}

/** All follow-ups that wait or are due; the server bounds how many there are. */
const activeQuery = {
  queryKey: [KEY, 'marks'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const list: FollowUp[] = []
    for (;;) {
      const body = { state: 'active', offset: list.length, pageSize: 100 } as const
      const page = await http.post('mail/pending/pendingMailList', body, { silent: true, signal })
      list.push(...page.list)
      if (!page.more || page.list.length === 0) return { list, counts: page.counts }
    }
  },
  // Changes are reported, so that the list is asked for once.
  staleTime: Number.POSITIVE_INFINITY,
}

/** They, in a component; it follows the changes. */
export function useActiveFollowUps() {
  useChanges()
  // A mail that is answered waits no longer where it was due for that.
  usePush((message) => {
    if (message.optType !== 'mailbox') return
    const known = queryClient().getQueryData<{ readonly list: readonly FollowUp[] }>(activeQuery.queryKey)?.list ?? []
    const isAnswered = ({ mailId, state, unlessAnswered }: FollowUp) =>
      state === 'due' && unlessAnswered && message.items.some((row) => row.mailId === mailId && row.replied)
    if (known.some(isAnswered)) refresh()
  })
  // Anew where a card has read them before: what has changed between the two was followed by neither.
  return useQuery({ ...activeQuery, refetchOnMount: 'always', placeholderData: (before) => before })
}

/**
 * The follow-up of a mail; null where it has none, undefined until that is known. The lists hold all that most people
 * have, so that no mail that is shown costs a call. The bar above the inbox, which is always there, follows the changes.
 * @param mayBeOver whether one that a person has ended is asked for too
 */
export function useFollowUpOf(mailId: number, mayBeOver: boolean): FollowUp | null | undefined {
  const active = useQuery(activeQuery).data
  const answered = useQuery({ ...listQuery('answered', PAGE), staleTime: Number.POSITIVE_INFINITY }).data
  const isKnown = active !== undefined && answered !== undefined
  const listed = [...(active?.list ?? []), ...(answered?.list ?? [])].find((one) => one.mailId === mailId)
  const isWhole = isKnown && !answered.more
  const { data } = useQuery({
    queryKey: [KEY, 'mail', mailId],
    queryFn: async ({ signal }) =>
      (await http.post('mail/pending/pendingMailList', { mailId }, { silent: true, signal })).list[0] ?? null,
    retry: false,
    enabled: isKnown && !listed && (mayBeOver || !isWhole),
  })
  return listed ?? (isWhole && !mayBeOver ? null : data)
}

/** Mails that ask something and have had no answer for so many days; it follows the changes of follow-ups, which settle some. */
export function useUnanswered(days: number, active: boolean) {
  useChanges()
  return useQuery({
    queryKey: [KEY, 'unanswered', days],
    queryFn: ({ signal }) => http.get('mail/pending/unanswered', { days }, { signal, silent: true }),
    enabled: active,
    refetchOnMount: 'always',
    placeholderData: (before) => before,
  })
}

/** After how many days such mail becomes due; undefined until that is known, and for who switched to the mailbox of another. */
export function useReminder(active: boolean) {
  return useQuery({
    queryKey: [KEY, 'reminder'],
    queryFn: ({ signal }) => http.get('mail/pending/unanswered/reminder', {}, { signal, silent: true }),
    enabled: active,
    retry: false,
    refetchOnMount: 'always',
  }).data
}

/** Sets that; null for never. */
export const remindAfter = (days: number | null) => http.post('mail/pending/unanswered/remind', { days }).then(refresh)

/** Removes a mail from that list. */
export const settle = (mailId: number) => http.post('mail/pending/settle', { mailIds: [mailId] }).then(refresh)

/** Reads them again when the server has changed some, and when the page was away. */
function useChanges(): void {
  usePushEvent('mail.followUp', refresh)
  usePush(({ optType }) => {
    if (optType === 'ready') refresh()
  })
}

/** Ends follow-ups. */
export const endFollowUps = (followUpIds: readonly number[]) =>
  http.post('mail/pending/overPending', { followUpIds: [...followUpIds] }).then(refresh)

/** Deletes follow-ups, and not their mails. */
export const deleteFollowUps = (followUpIds: readonly number[]) =>
  http.post('mail/pending/deletePendingMail', { followUpIds: [...followUpIds] }).then(refresh)
