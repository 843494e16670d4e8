import type { ComponentType } from 'react'
import { useEffect } from 'react'
import type { MailListViewProps } from '../list-view/listProps.ts'
import { type ListQuery, listKey } from '../list-window/listQuery.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { ConversationRow } from './ConversationRow.tsx'
import { ConversationTools } from './ConversationTools.tsx'
import { conversationList } from './conversationList.ts'
import { followConversations } from './conversationRules.ts'

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

/** Follows what happens to the mails of the folder while the list is shown. */
function useFollowing(list: ListQuery, folderId: number): void {
  const key = listKey(list)
  useEffect(() => followConversations(mailbox(), folderId, (query) => listKey(query) === key), [key, folderId])
}
