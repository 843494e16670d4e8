import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../context/context.ts'
import { type ListQuery, listAll, listFolder, listLabel, listMailbox, listStarred, type MailboxQuery } from './lists.ts'
import { listThread, othersInThread } from './othersInThread.ts'
import { type MessageOfMail, partsOf, readMessage, readTexts, readWhole } from './readMail.ts'

/**
 * A mailbox as one actor may read it. Folders that are closed to them are decided here, and what restricts a letter
 * (`restrictionsOf`) comes with it.
 *
 * @example
 * const { subject, restrictions } = await openMailbox(context, caller).message(mailId)
 */
export const openMailbox = (context: Context, reader: MailReader) => ({
  /** A mail without its text. Throws `MailNotFoundError`, `FolderClosedError`. */
  message: (mailId: number) => readMessage(context, reader, mailId),
  /** A mail with its text. Throws `MailNotFoundError`, `FolderClosedError`. */
  whole: (mailId: number) => readWhole(context, reader, mailId),
  /** Texts of some mails outside of folders with a password. */
  texts: (mailIds: readonly number[]) => readTexts(context, reader, mailIds),
  /** The parts of a mail that was read here. */
  partsOf: (mail: Pick<MessageOfMail, 'message_id'>) => partsOf(context, mail),
  /** The mails of the folder that is named by its id or role, or of all. Throws `FolderNotFoundError`, `FolderClosedError`. */
  list: (query: MailboxQuery) => listMailbox(context, reader, query),
  /** The mails of one folder. Throws `FolderNotFoundError`, `FolderClosedError`. */
  listFolder: (folderId: number, query: ListQuery) => listFolder(context, reader, folderId, query),
  /** The mails of all folders but recycle bin, spam and those with a password. */
  listAll: (query: ListQuery) => listAll(context, reader, query),
  listStarred: (query: ListQuery) => listStarred(context, reader, query),
  /** Throws `LabelNotFoundError`. */
  listLabel: (labelId: number, query: ListQuery) => listLabel(context, reader, labelId, query),
  /** The rows of the other mails of a conversation. Throws `MailNotFoundError`, `FolderClosedError`. */
  listThread: (mailId: number) => listThread(context, reader, mailId),
  /** Which they are. Throws the same. */
  othersInThread: (mailId: number) => othersInThread(context, reader, mailId),
})
export type Mailbox = ReturnType<typeof openMailbox>
