import type { FolderRole, ViewProps } from '@yanshu/contracts'
import type { ReactNode } from 'react'
import type { ListQuery, UnreadFilter } from '../list-window/listQuery.ts'

export interface MailListViewProps extends ViewProps {
  title: string
  list: ListQuery
  /** The folder shown, for its role and counters. */
  folderId?: number | undefined
  labelId?: number | undefined
  role?: FolderRole | undefined
  /** null where the list has no filter of its own. */
  filter: UnreadFilter | null
  onFilter?: (filter: UnreadFilter) => void
  /** Words to mark. */
  terms?: readonly string[]
  empty: ReactNode
  /** Stands above the list. */
  above?: ReactNode
}
