import { type MailList, THREAD_COUNTED, THREAD_SHOWN } from '@yanshu/contracts'
import type { MailReader } from '../../platform/actor/actor.ts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../context/context.ts'
import { prepared } from '../database/prepared.ts'
import { requireFolderOpen } from './closedFolders.ts'
import { listItems } from './listItems.ts'
import { isShownOutside } from './roles.ts'

/** The other mails of a conversation. */
interface OtherMails {
  /** The newest of them, newest first; `THREAD_SHOWN` at most. */
  readonly mailIds: number[]
  /** How many there are. A script may answer itself for ever: no more than the newest `THREAD_COUNTED` are read. */
  readonly total: number
  /** Whether there are more than were read. */
  readonly more: boolean
}

/**
 * The other mails of the conversation that a mail belongs to. Recycle bin, spam and folders with a password stay out
 * unless the mail lies there itself, and so do copies of this very mail, such as the one in the folder of sent mails.
 * Throws `MailNotFoundError`, and `FolderClosedError` where the mail lies in a folder that is closed to who reads.
 */
export async function othersInThread(
  { store }: Pick<Context, 'store'>,
  reader: MailReader,
  mailId: number,
): Promise<OtherMails> {
  const { accountId } = reader
  const [own] = await selectPlace(store.db, { accountId, mailId })
  if (!own) throw new MailNotFoundError()
  await requireFolderOpen(store.db, reader, { id: own.folder_id, guarded: own.guarded })
  const rows = await selectThread(store.db, { accountId, threadId: own.thread_id })
  const named = new Set([own.message_id])
  const others = rows
    .slice(0, THREAD_COUNTED)
    .filter((row) => isShownOutside(row) || row.folder_id === own.folder_id)
    .filter(({ message_id }) => !named.has(message_id) && named.add(message_id))
  return {
    mailIds: others.slice(0, THREAD_SHOWN).map(({ id }) => id),
    total: others.length,
    more: rows.length > THREAD_COUNTED,
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

const selectThread = prepared((db, by: { accountId: number; threadId: number }) =>
  db
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['mail.id', 'mail.folder_id', 'mail.message_id', 'mail.sort_key', 'folder.role', 'folder.guarded'])
    .where('mail.account_id', '=', by.accountId)
    .where('mail.thread_id', '=', by.threadId)
    // As the index has them, so that a long conversation is not sorted.
    .orderBy('mail.sort_key', 'desc')
    .limit(THREAD_COUNTED + 1)
    .compile(),
)

/** {@link othersInThread} as rows. */
export async function listThread(context: Context, reader: MailReader, mailId: number): Promise<MailList> {
  const { accountId } = reader
  const { mailIds, total, more } = await othersInThread(context, reader, mailId)
  const list = await listItems(context.store.db, accountId, mailIds)
  return { list, total, more }
}
