import type { MailReader } from '../../platform/actor/actor.ts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../context/context.ts'
import { prepared } from '../database/prepared.ts'
import { requireFolderOpen } from './closedFolders.ts'
import { isShownOutside } from './roles.ts'

/**
 * A mail, and the newest mails of its conversation, the newest first. Recycle bin, spam and folders with a password stay out
 * unless the mail lies there itself. Throws `MailNotFoundError`, and `FolderClosedError` where the mail lies in a folder that is
 * closed to who reads.
 * @param most mails that are read: a script may answer itself for ever
 */
export async function mailsOfThread(
  { store }: Pick<Context, 'store'>,
  reader: MailReader,
  { mailId, most }: { readonly mailId: number; readonly most: number },
) {
  const { accountId } = reader
  const [own] = await selectPlace(store.db, { accountId, mailId })
  if (!own) throw new MailNotFoundError()
  await requireFolderOpen(store.db, reader, { id: own.folder_id, guarded: own.guarded })
  const rows = await selectThread(store.db, { accountId, threadId: own.thread_id, limit: most + 1 })
  return {
    own,
    mails: rows.slice(0, most).filter((row) => isShownOutside(row) || row.folder_id === own.folder_id),
    /** Whether there are more than were read. */
    more: rows.length > most,
  }
}

const selectPlace = prepared((db, by: { accountId: number; mailId: number }) =>
  db
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['mail.thread_id', 'mail.folder_id', 'mail.message_id', 'folder.guarded'])
    .where('mail.id', '=', by.mailId)
    .where('mail.account_id', '=', by.accountId)
    .compile(),
)

const selectThread = prepared((db, by: { accountId: number; threadId: number; limit: number }) =>
  db
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['mail.id', 'mail.folder_id', 'mail.message_id', 'mail.seen', 'folder.role', 'folder.guarded'])
    .where('mail.account_id', '=', by.accountId)
    .where('mail.thread_id', '=', by.threadId)
    // As the index has them, so that a long conversation is not sorted.
    .orderBy('mail.sort_key', 'desc')
    .limit(by.limit)
    .compile(),
)
