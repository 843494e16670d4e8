import type { ComponentType } from 'react'
import { useEffect } from 'react'
import type { MailListViewProps } from '../list-view/listProps.ts'
import { type ListQuery, listKey } from '../list-window/listQuery.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { ConversationRow } from './ConversationRow.tsx'
import { ConversationTools } from './ConversationTools.tsx'
import { conversationList } from './conversationList.ts'

interface ConversationsProps extends Omit<MailListViewProps, 'list'> {
  folderId: number
  /** Shows a list of mails. */
  List: ComponentType<MailListViewProps>
}

/** A folder with a row for each conversation. */
export function Conversations({ List, ...props }: ConversationsProps) {
  const { folderId, filter } = props
  const list = conversationList(folderId, filter ?? 'any')
  useFollowing(list, folderId)
  return <List {...props} key={folderId} list={list} Row={ConversationRow} Tools={ConversationTools} />
}

/** What happens together is asked for once. */
const TOGETHER_MS = 150

/**
 * Asks for a list again when mails of its folder came, went or were marked: which of them stands for a conversation, and
 * where, the server says. A list of unread ones keeps those that are read.
 */
function useFollowing(list: ListQuery, folderId: number): void {
  const key = listKey(list)
  useEffect(() => {
    const { cache, lists } = mailbox()
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => lists.revalidate((query) => listKey(query) === key)
    const stop = cache.onChange((changes) => {
      const matters = changes.some(
        ({ before, after, arrival }) =>
          (before?.mailboxId === folderId || after?.mailboxId === folderId) &&
          (arrival || (before && (!after || before.sticky !== after.sticky))),
      )
      if (!matters) return
      clearTimeout(timer)
      timer = setTimeout(ask, TOGETHER_MS)
    })
    return () => {
      stop()
      // What came meanwhile is asked for when the list is shown again.
      if (timer !== undefined) clearTimeout(timer)
      ask()
    }
  }, [key, folderId])
}
