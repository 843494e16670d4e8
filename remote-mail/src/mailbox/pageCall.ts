import { PREVIEW_COLUMNS_MAX } from '@yanshu/contracts'
import type { PageStart } from '@yanshu/lists'
import { isSlowLine } from '@yanshu/shell-api'
import type { UnreadFilter } from '../list-window/listQuery.ts'

/**
 * Where a page starts, for a call. `room` is that for the first words of a mail, as the contract counts it; on a slow line
 * none are asked for. A host of before has no word for that.
 */
export const pagingOf = ({
  sortValues,
  timeZone: _onlyByDay,
  room = Number.POSITIVE_INFINITY,
  ...start
}: PageStart) => ({
  ...start,
  ...(sortValues ? { sortValues: sortValues.join(',') } : {}),
  ...(isSlowLine?.() ? { previewColumns: 0 } : room <= PREVIEW_COLUMNS_MAX ? { previewColumns: room } : {}),
})

/** Lists in the order of time are asked for their headings. */
export const byDayOf = ({ timeZone }: PageStart) => (timeZone === undefined ? {} : { timeZone })

/** Which mails pass a filter, as a field of a call. */
export const unreadOf = (filter: UnreadFilter): { isUnread?: '0' | '1' } =>
  filter === 'any' ? {} : { isUnread: filter === 'unread' ? '1' : '0' }

/** The fields of the call for a page of a folder, besides the one that names the folder. */
export const folderCall = (start: PageStart, unread: UnreadFilter) => ({
  ...pagingOf(start),
  ...byDayOf(start),
  ...unreadOf(unread),
})
export type FolderCall = ReturnType<typeof folderCall>
