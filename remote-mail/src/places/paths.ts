import type { Folder, FolderRole } from '@yanshu/contracts'

const ROUTE_OF: Readonly<Record<Exclude<FolderRole, 'custom'>, string>> = {
  inbox: 'inbox',
  sent: 'outbox',
  drafts: 'draftbox',
  trash: 'recyclebin',
  spam: 'spam',
}

/** The path that shows a folder. */
export const pathOfFolder = ({ role, folderId }: Pick<Folder, 'role' | 'folderId'>): string =>
  role === 'custom' ? `/custombox/${folderId}` : `/${ROUTE_OF[role]}`

/** The same list, with its unread mails alone. */
export const unreadPath = (path: string): string => `${path}?show=unread`

/** The unread mails from one address. */
export const unreadFromPath = (address: string): string => `/noread?from=${encodeURIComponent(address)}`
