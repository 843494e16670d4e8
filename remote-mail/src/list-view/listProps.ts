import type { FolderRole, ViewProps } from '@yanshu/contracts'
import type { ComponentType, ReactNode } from 'react'
import type { ListQuery, UnreadFilter } from '../list-window/listQuery.ts'
import type { HoverToolsProps } from './HoverTools.tsx'
import type { MailRowViewProps } from './MailRowView.tsx'

/** In which order a list is shown, and which of its mails, as texts that `triage/arrangement.ts` reads. */
export interface Arranging {
  /** Remembered for the list; '' for newest first. */
  readonly order: string
  /** '' for all mails. */
  readonly only: string
  readonly onOrder: (order: string) => void
  readonly onOnly: (only: string) => void
}

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
  /** Left out where the list has one order alone. */
  arranging?: Arranging
  /** Words to mark. */
  terms?: readonly string[]
  empty: ReactNode
  /** What a row is drawn by, and what it offers under the pointer, where a row is not one mail. */
  Row?: ComponentType<MailRowViewProps>
  Tools?: ComponentType<HoverToolsProps>
  /** Stands above the list. */
  above?: ReactNode
}
