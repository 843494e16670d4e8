import { TEAM_CHANGED, type TeamState } from '@yanshu/contracts'
import { http, queryKeys, usePushEvent } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'

const keyOf = (mailId: number) => [...queryKeys.mail(mailId), 'team']

/** A person who was writing an answer is named for so long without a word; then the state is asked for anew. */
const AGAIN_MS = 60_000

/** What members have noted about a mail; it follows what the others do. */
export function useTeam(mailId: number) {
  usePushEvent(TEAM_CHANGED, (data) => {
    if (isAbout(data, mailId)) void queryClient().invalidateQueries({ queryKey: keyOf(mailId) })
  })
  return useQuery({
    queryKey: keyOf(mailId),
    queryFn: ({ signal }) => http.post('mail/email/team/get', { mailId }, { silent: true, signal }),
    staleTime: 0,
    // A window that was closed by a lost connection is noticed by nothing else.
    refetchInterval: ({ state }) => (state.data && state.data.answering.length > 0 ? AGAIN_MS : false),
  })
}

const isAbout = (data: unknown, mailId: number): boolean =>
  typeof data === 'object' && data !== null && 'mailId' in data && data.mailId === mailId

/** What a change has answered is what is shown. */
export const keepTeam = (mailId: number, state: TeamState): void =>
  void queryClient().setQueryData(keyOf(mailId), state)
