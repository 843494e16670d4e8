import { type FolderRole, visibleText } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'

/** Where the lists of the system folders are; other folders are named by their number. */
const PATHS: Readonly<Partial<Record<FolderRole, string>>> = {
  inbox: '/inbox',
  sent: '/outbox',
  drafts: '/draftbox',
}

/** A follow-up that is due, for a note to a browser. */
export interface DueFollowUp {
  readonly mailId: number
  readonly subject: string
  readonly note: string
  /** The list that it lies in. */
  readonly path: string
}

/** A follow-up of an account; null when it is no longer due, or its mail lies in a folder with a password. */
export async function readDueFollowUp(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  followUpId: number,
): Promise<DueFollowUp | null> {
  const row = await store.db
    .selectFrom('follow_up')
    .innerJoin('mail', 'mail.id', 'follow_up.mail_id')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .select(['mail.id', 'mail.folder_id', 'folder.role', 'message.subject', 'follow_up.note'])
    .where('follow_up.id', '=', followUpId)
    .where('follow_up.account_id', '=', accountId)
    .where('follow_up.state', '=', 'due')
    .where('folder.guarded', '=', 0)
    .executeTakeFirst()
  if (!row) return null
  const { id, folder_id, role, subject, note } = row
  const path = PATHS[role] ?? `/custombox/${folder_id}`
  return { mailId: id, path, subject: visibleText(subject), note }
}
