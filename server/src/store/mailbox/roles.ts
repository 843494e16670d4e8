import type { FolderRole } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import { FolderNotFoundError } from '../../platform/http/errors.ts'
import { prepared } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'

/** Mails here are hidden: neither labels nor lists across folders nor searches show them. */
export const UNLISTED_ROLES: readonly FolderRole[] = ['trash', 'spam']

export const isListed = (role: FolderRole): boolean => !UNLISTED_ROLES.includes(role)

/** Whether labels and lists across folders show the mails of a folder: not of these roles, and none that a password guards. */
export const isShownOutside = (folder: { readonly role: FolderRole; readonly guarded: number }): boolean =>
  isListed(folder.role) && folder.guarded === 0

/** System folders by role, with the Chinese names by which other systems know them, in the order of the sidebar. */
export const SYSTEM_FOLDERS = [
  { role: 'inbox', name: '收件箱' },
  { role: 'sent', name: '已发送' },
  { role: 'drafts', name: '草稿箱' },
  { role: 'trash', name: '回收站' },
  { role: 'spam', name: '垃圾邮件' },
] as const satisfies readonly { role: FolderRole; name: string }[]

export type SystemRole = (typeof SYSTEM_FOLDERS)[number]['role']

/** The folder of an account that plays a system role. Every account has all of them from its first day. */
export async function folderOfRole(db: Kysely<Schema>, accountId: number, role: SystemRole): Promise<number> {
  const [found] = await selectFolderOfRole(db, { accountId, role })
  if (!found) throw new FolderNotFoundError()
  return found.id
}

const selectFolderOfRole = prepared((db, by: { accountId: number; role: SystemRole }) =>
  db.selectFrom('folder').select('id').where('account_id', '=', by.accountId).where('role', '=', by.role).compile(),
)

/** One folder of the account. Another account's folder is treated as missing. */
export async function ownFolder(db: Kysely<Schema>, accountId: number, folderId: number) {
  const [found] = await selectFolder(db, { accountId, folderId })
  if (!found) throw new FolderNotFoundError()
  return found
}

/** Each list asks it. With its columns named, because PostgreSQL plans what asks for all (`*`) anew each time (`planOnce`). */
const selectFolder = prepared((db, by: { accountId: number; folderId: number }) =>
  db
    .selectFrom('folder')
    .select(['id', 'account_id', 'role', 'name', 'sort', 'state', 'password_hash', 'total', 'unread', 'size'])
    .select(['uid_next', 'parent_id', 'guarded', 'conversations', 'unread_conversations', 'screens'])
    .where('id', '=', by.folderId)
    .where('account_id', '=', by.accountId)
    .compile(),
)
