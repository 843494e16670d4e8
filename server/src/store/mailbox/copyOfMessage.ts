import type { MailReader } from '../../platform/actor/actor.ts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../context/context.ts'
import { ownedBy } from '../database/ids.ts'
import { closedFolders } from './closedFolders.ts'

type Parts = Pick<Context, 'store'>

/** Copies of one message in a mailbox that are read. */
const COPIES_MAX = 50

/**
 * The reader's own copy of a message that is named by its Message-ID, as links between colleagues do: the newest one outside
 * of the recycle bin and spam, else the newest one. Throws `MailNotFoundError` where there is none, or where all lie in folders
 * that are closed to the reader, which a link must not find out.
 */
export async function copyOfMessage(
  { store }: Parts,
  reader: MailReader,
  messageId: string,
): Promise<{ readonly mailId: number; readonly mailboxId: number }> {
  const rows = await store.db
    .selectFrom('message')
    .innerJoin('mail', 'mail.message_id', 'message.id')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['mail.id', 'mail.folder_id', 'folder.role'])
    .where('message.rfc_message_id', '=', messageId)
    .where(ownedBy('mail.account_id', reader.accountId))
    .orderBy('mail.id', 'desc')
    .limit(COPIES_MAX)
    .execute()
  const closed = rows.length > 0 ? await closedFolders(store.db, reader) : new Set()
  const open = rows.filter(({ folder_id, role }) => !closed.has(folder_id) && role !== 'drafts')
  const found = open.find(({ role }) => role !== 'trash' && role !== 'spam') ?? open[0]
  if (!found) throw new MailNotFoundError()
  return { mailId: found.id, mailboxId: found.folder_id }
}
