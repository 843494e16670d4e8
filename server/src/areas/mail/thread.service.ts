import { type MailList, THREAD_COUNTED, THREAD_SHOWN } from '@yanshu/contracts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { prepared } from '../../store/database/prepared.ts'
import { listItems } from '../../store/mailbox/listItems.ts'
import { isShownOutside } from '../../store/mailbox/roles.ts'

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
 * Throws `MailNotFoundError`.
 */
export async function othersInThread(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  mailId: number,
): Promise<OtherMails> {
  const [own] = await selectPlace(store.db, { accountId, mailId })
  if (!own) throw new MailNotFoundError()
  const rows = await selectThread(store.db, { accountId, threadId: own.thread_id })
  const named = new Set([own.message_id])
  const others = rows
    .slice(0, THREAD_COUNTED)
    .filter((row) => isShownOutside(row) || row.folder_id === own.folder_id)
    .sort((a, b) => b.sort_key - a.sort_key)
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
    .select(['thread_id', 'folder_id', 'message_id'])
    .where('id', '=', by.mailId)
    .where('account_id', '=', by.accountId)
    .compile(),
)

const selectThread = prepared((db, by: { accountId: number; threadId: number }) =>
  db
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['mail.id', 'mail.folder_id', 'mail.message_id', 'mail.sort_key', 'folder.role', 'folder.guarded'])
    .where('mail.account_id', '=', by.accountId)
    .where('mail.thread_id', '=', by.threadId)
    // The index ends with it, so that a long conversation is not sorted.
    .orderBy('mail.id', 'desc')
    .limit(THREAD_COUNTED + 1)
    .compile(),
)

/** {@link othersInThread} as rows. */
export async function listThread(context: Context, accountId: number, mailId: number): Promise<MailList> {
  const { mailIds, total, more } = await othersInThread(context, accountId, mailId)
  const list = await listItems(context.store.db, accountId, mailIds)
  return { list, total, more }
}
