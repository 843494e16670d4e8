import { type MailList, THREAD_SHOWN } from '@yanshu/contracts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { listItems } from '../../store/mailbox/listItems.ts'
import { isShownOutside } from '../../store/mailbox/roles.ts'

/** The most mails of a conversation that are read, the newest ones: a script may answer itself for ever. */
const LOOKED_AT = 500

/**
 * The other mails of the conversation that a mail belongs to, newest first. Recycle bin, spam and folders with a password stay out
 * unless the mail lies there itself, and so do copies of this very mail, such as the one in the folder of sent mails.
 * Throws `MailNotFoundError`.
 */
export async function othersInThread(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  mailId: number,
): Promise<number[]> {
  const own = await store.db
    .selectFrom('mail')
    .select(['thread_id', 'folder_id', 'message_id'])
    .where('id', '=', mailId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!own) throw new MailNotFoundError()
  const rows = await store.db
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['mail.id', 'mail.folder_id', 'mail.message_id', 'mail.sort_key', 'folder.role', 'folder.guarded'])
    .where('mail.account_id', '=', accountId)
    .where('mail.thread_id', '=', own.thread_id)
    // The index ends with it, so that a long conversation is not sorted.
    .orderBy('mail.id', 'desc')
    .limit(LOOKED_AT)
    .execute()
  const named = new Set([own.message_id])
  const others = rows
    .filter((row) => isShownOutside(row) || row.folder_id === own.folder_id)
    .sort((a, b) => b.sort_key - a.sort_key)
    .filter(({ message_id }) => !named.has(message_id) && named.add(message_id))
  return others.slice(0, THREAD_SHOWN).map(({ id }) => id)
}

/** {@link othersInThread} as rows. */
export async function listThread(context: Context, accountId: number, mailId: number): Promise<MailList> {
  const ids = await othersInThread(context, accountId, mailId)
  const list = await listItems(context.store.db, accountId, ids)
  return { list, total: list.length, more: false }
}
