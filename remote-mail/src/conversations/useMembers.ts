import type { ConversationMails } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { useEffect } from 'react'
import { mailbox } from '../mailbox/mailbox.ts'
import { knownConversations } from './conversationFacts.ts'

const keyOf = (mailId: number) => ['conversation', mailId] as const

async function readMembers(
  mailId: number,
  around: number | undefined,
  signal?: AbortSignal,
): Promise<ConversationMails> {
  const { cache } = mailbox()
  const asOf = cache.now()
  const read = await http.get(
    'mail/email/conversation/mails',
    { mailId, ...(around === undefined ? {} : { around }) },
    { silent: true, ...(signal ? { signal } : {}) },
  )
  cache.receive(read.list, { asOf })
  const own = cache.row(mailId)
  const here = read.list.filter((row) => row.mailboxId === own?.mailboxId).map((row) => row.mailId)
  if (knownConversations().of(mailId)) knownConversations().learnMembers(mailId, here)
  return read
}

const membersQuery = (mailId: number) => ({
  queryKey: keyOf(mailId),
  queryFn: ({ signal }: { signal: AbortSignal }) => readMembers(mailId, undefined, signal),
})

/** The mails of the conversation that a mail stands for, as {@link useFollowedMembers} keeps them. */
export const useMembers = (mailId: number | null): ConversationMails | undefined =>
  useQuery({ ...membersQuery(mailId ?? 0), enabled: mailId !== null }).data

/** Asks for the mails of a conversation as it is opened, and when a mail comes or goes: once for all that show them. */
export function useFollowedMembers(mailId: number | null): void {
  useQuery({ ...membersQuery(mailId ?? 0), enabled: mailId !== null, staleTime: 0 })
  useEffect(() => {
    if (mailId === null) return
    return mailbox().cache.onChange((changes) => {
      if (changes.some(({ arrival }) => arrival)) void queryClient().invalidateQueries({ queryKey: keyOf(mailId) })
    })
  }, [mailId])
}

/** The first unread mail of a conversation; null where there is none, or it could not be asked for. */
export const firstUnreadOf = (mailId: number): Promise<number | null> =>
  queryClient()
    .fetchQuery({ ...membersQuery(mailId), staleTime: 0 })
    .then(
      ({ firstUnread }) => firstUnread,
      () => null,
    )

/** Learns the rows around one of them; several who ask for the same at a time cause one call. */
export const readAround = (mailId: number, around: number): Promise<unknown> =>
  queryClient().fetchQuery({
    queryKey: ['conversation-rows', mailId, around],
    queryFn: ({ signal }) => readMembers(mailId, around, signal),
    staleTime: 0,
    gcTime: 0,
  })
