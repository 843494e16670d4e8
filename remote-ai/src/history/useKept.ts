import { http, useStore } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { assistant, keptReply, replyKey } from '../engine/assistant.ts'
import type { Reply, RequestKind } from '../engine/assistantEngine.ts'

/** The latest answer of a kind about a mail: of this window, or the one that the server has kept. */
export function useKept(type: RequestKind, mailId: number | null): Reply | undefined {
  const { replies } = useStore(assistant)
  const mine = replies[replyKey(type, mailId)]
  const { data } = useQuery({
    queryKey: ['assistant', 'history', 'mail', mailId],
    queryFn: ({ signal }) => http.get('mail/main/ai/history', { mailId: mailId ?? 0 }, { signal, silent: true }),
    enabled: mailId !== null && mine === undefined,
  })
  const kept = data?.list.find((answer) => answer.type === type)
  return mine ?? (kept && keptReply(kept))
}
