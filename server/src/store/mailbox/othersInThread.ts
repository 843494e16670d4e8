import { type MailList, THREAD_COUNTED, THREAD_SHOWN } from '@yanshu/contracts'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../context/context.ts'
import { listItems } from './listItems.ts'
import { mailsOfThread } from './threadMails.ts'

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
  context: Pick<Context, 'store'>,
  reader: MailReader,
  mailId: number,
): Promise<OtherMails> {
  const { own, mails, more } = await mailsOfThread(context, reader, { mailId, most: THREAD_COUNTED })
  const named = new Set([own.message_id])
  const others = mails.filter(({ message_id }) => !named.has(message_id) && named.add(message_id))
  return { mailIds: others.slice(0, THREAD_SHOWN).map(({ id }) => id), total: others.length, more }
}

/** {@link othersInThread} as rows. */
export async function listThread(context: Context, reader: MailReader, mailId: number): Promise<MailList> {
  const { accountId } = reader
  const { mailIds, total, more } = await othersInThread(context, reader, mailId)
  const list = await listItems(context.store.db, accountId, mailIds)
  return { list, total, more }
}
