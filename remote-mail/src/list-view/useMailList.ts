import { isKeptSelection, NO_SELECTION, useListSelection } from '@yanshu/lists/view'
import { useTabState } from '@yanshu/shell-api'
import type { MailListHandle } from '@yanshu/ui'
import type { RefObject } from 'react'
import { listKey } from '../list-window/listQuery.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { useList } from '../mailbox/useMailbox.ts'
import type { MailListViewProps } from './listProps.ts'
import { useLabels } from './useLabels.ts'
import { useListCommands } from './useListCommands.ts'
import { useListLayout } from './useListLayout.ts'
import { useOpenMail } from './useOpenMail.ts'

/** What the parts of a list of mails share: the list, its selection, its layout, which mail is open, and the commands. */
export function useMailList(
  { list: query, query: address, tab, active }: MailListViewProps,
  root: RefObject<HTMLElement | null>,
  handle: RefObject<MailListHandle | null>,
) {
  const layout = useListLayout(root)
  const { beside } = layout
  const kept = useTabState(tab, 'selection', NO_SELECTION, isKeptSelection)
  const [selection, onSelection] = useListSelection(listKey(query), kept, mailbox().cache)
  const opened = useOpenMail({ query: address, active, beside })
  const { list, view } = useList(query)
  const commands = useListCommands({ query, list, handle, opened, active, beside, selection, onSelection })
  return { ...layout, list, view, labels: useLabels(), selection, onSelection, opened, commands }
}

export type UsedMailList = ReturnType<typeof useMailList>
