import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../context/context.ts'
import type { Phrase } from '../search/tokens.ts'
import { folderSenders } from './arrangedMails.ts'
import { readChanges } from './changesSince.ts'
import { type ConversationQuery, listConversations, readConversation, wholeOf } from './conversations.ts'
import { copyOfMessage } from './copyOfMessage.ts'
import { listDeleted } from './deletedMails.ts'
import { readEncrypted } from './encryptedMails.ts'
import { readChosenForExport, readDraftForExport, readForExport } from './exportMails.ts'
import { amongToKeep, idsToKeep } from './keptMails.ts'
import {
  type ListQuery,
  listAll,
  listFolder,
  listLabel,
  listMailbox,
  listStarred,
  type MailboxQuery,
  type MarkedQuery,
  markList,
} from './lists.ts'
import { idsInGuarded, readArrived } from './mailLog.ts'
import { readNewestWords } from './newestWords.ts'
import { readForNote } from './noteOfMail.ts'
import { listThread, othersInThread } from './othersInThread.ts'
import type { Paging } from './page.ts'
import { type MessageOfMail, partsOf, readMessage, readSource, readTexts, readWhole } from './readMail.ts'
import type { SystemRole } from './roles.ts'
import { idsOfFolder, readForRules, receivedIds, type Walk } from './ruleMails.ts'
import { searchFacets } from './searchFacets.ts'
import { findEach, type HitOrder, markFound, openedFolder, type Sought, searchMails } from './searchMails.ts'
import { idsFromSender, readSubscriptions } from './senderMails.ts'
import { readScheduled } from './sendTimes.ts'
import { listUnreadFrom, unreadByGroup, unreadPeople } from './unreadPeople.ts'

/**
 * A mailbox as one actor may read it. Folders that are closed to them are decided here, and what restricts a letter
 * (`restrictionsOf`) comes with it. Each way on which a letter leaves its mailbox is a function of its own.
 *
 * @example
 * const { subject, restrictions } = await openMailbox(context, caller).message(mailId)
 */
export const openMailbox = (context: Context, reader: MailReader) => ({
  // Shown to its reader
  /** A mail without its text. Throws `MailNotFoundError`, `FolderClosedError`. */
  message: (mailId: number) => readMessage(context, reader, mailId),
  /** A mail with its text, to be shown. Throws `MailNotFoundError`, `FolderClosedError`. */
  whole: (mailId: number) => readWhole(context, reader, mailId),
  /** The parts of a mail that was read here. */
  partsOf: (mail: Pick<MessageOfMail, 'message_id'>) => partsOf(context, mail),

  // Taken out of it
  /**
   * A mail as the file that it came as, to be kept elsewhere. Throws `MailNotFoundError`, also for a draft,
   * `FolderClosedError`, `LetterRestrictedError`.
   */
  source: (mailId: number) => readSource(context, reader, mailId, 'download'),
  /** The same, to go with another letter. */
  toAttach: (mailId: number) => readSource(context, reader, mailId, 'forward'),
  /** A mail with its text, to be answered, forwarded or written again. Throws `MailNotFoundError`, `FolderClosedError`. */
  toQuote: (mailId: number) => readWhole(context, reader, mailId),
  /** A mail with its text, for the assistant. Throws `MailNotFoundError`, `FolderClosedError`. */
  toAssistant: (mailId: number) => readWhole(context, reader, mailId),
  /** Texts of some mails outside of folders with a password, for the assistant. */
  texts: (mailIds: readonly number[]) => readTexts(context, reader, mailIds),
  /** The next mails of a folder, for a file or an archive. Throws `FolderClosedError`. */
  toExport: (folderId: number, part: { readonly after: number; readonly limit: number }) =>
    readForExport(context, reader, folderId, part),
  /** Some mails for the same, those that are there. Throws `FolderClosedError`. */
  chosenToExport: (mailIds: readonly number[]) => readChosenForExport(context, reader, mailIds),
  /** A draft for the same. Throws `MailNotFoundError`, `FolderClosedError`. */
  draftToExport: (mailId: number) => readDraftForExport(context, reader, mailId),
  /** What a note outside of the page may say of a new mail; null for none. */
  toNote: (mailId: number) => readForNote(context, reader, mailId),

  /** The encrypted mails among the next ones of a folder. Throws `FolderClosedError`. */
  encrypted: (folderId: number, after: number) => readEncrypted(context, reader, folderId, after),

  // Lists
  /** The mails of the folder that is named by its id or role, or of all. Throws `FolderNotFoundError`, `FolderClosedError`. */
  list: (query: MailboxQuery) => listMailbox(context, reader, query),
  /**
   * The mails of a list, to be acted on as a whole. Throws `FolderNotFoundError`, `FolderClosedError`, `LabelNotFoundError`,
   * `BusyError`.
   */
  markList: (query: MarkedQuery) => markList(context, reader, query),
  /** Who wrote the mails of a folder. Throws `FolderNotFoundError`, `FolderClosedError`, `BusyError`. */
  folderSenders: (folderId: number) => folderSenders(context, reader, folderId),
  /** The mails of one folder. Throws `FolderNotFoundError`, `FolderClosedError`. */
  listFolder: (folderId: number, query: ListQuery) => listFolder(context, reader, folderId, query),
  /** The mails of all folders but recycle bin, spam and those with a password. */
  listAll: (query: ListQuery) => listAll(context, reader, query),
  listStarred: (query: ListQuery) => listStarred(context, reader, query),
  /** Throws `LabelNotFoundError`. */
  listLabel: (labelId: number, query: ListQuery) => listLabel(context, reader, labelId, query),
  /** The reader's copy of a message by its Message-ID. Throws `MailNotFoundError`. */
  copyOf: (messageId: string) => copyOfMessage(context, reader, messageId),
  /** The rows of the other mails of a conversation. Throws `MailNotFoundError`, `FolderClosedError`. */
  listThread: (mailId: number) => listThread(context, reader, mailId),
  /** Which they are. Throws the same. */
  othersInThread: (mailId: number) => othersInThread(context, reader, mailId),
  /** Conversations of a folder. Throws `FolderNotFoundError`, `FolderClosedError`. */
  listConversations: (folderId: number, query: ConversationQuery) =>
    listConversations(context, reader, folderId, query),
  /** The mails of the conversation of a mail. Throws `MailNotFoundError`, `FolderClosedError`. */
  conversation: (mailId: number, around: number | undefined) => readConversation(context, reader, mailId, around),
  /** The mails for which rows of a list of conversations stand. */
  wholeOf: (mailIds: readonly number[]) => wholeOf(context, reader, mailIds),
  /** Who the newest unread mails are from. @param unlisted from `foldersOf` */
  unreadPeople: (unlisted: readonly number[]) => unreadPeople(context, reader, unlisted),
  /** How many of them people wrote, and how many invite to an event. */
  unreadByGroup: () => unreadByGroup(context, reader),
  /** The unread mails of one of them, or of a group. */
  listUnreadFrom: (query: Paging & { readonly address: string }) => listUnreadFrom(context, reader, query),
  /** Mails that were deleted for good and can be restored. */
  deleted: (before: number | null) => listDeleted(context, reader, before),
  /** Who sends mail of lists and programs. */
  subscriptions: () => readSubscriptions(context, reader),
  /** Mails of one sender that are older than a moment. Throws `FolderNotFoundError`, `FolderClosedError`. */
  idsFromSender: (part: {
    readonly address: string
    readonly before: number
    readonly mailboxId?: number | undefined
  }) => idsFromSender(context, reader, part),
  /** Letters that wait for their time, the next one first. */
  scheduled: () => readScheduled(context, reader),
  /** Which mails a device may keep: the beginning of each folder, and all of the last days, the newest first. */
  idsToKeep: (since: number | null) => idsToKeep(context, reader, since),
  /** Those of some mails that a device may keep. */
  amongToKeep: (mailIds: readonly number[]) => amongToKeep(context, reader, mailIds),
  /** Heads of the mails that came, for the log of mails. */
  arrived: (part: { readonly since: number; readonly limit: number }) => readArrived(context, reader, part),
  /** The ids of mails in folders with a password, for a statement that leaves them out. */
  idsInGuarded: () => idsInGuarded(context, reader),

  // Search
  /** A folder of the mailbox, to be searched. Throws `FolderNotFoundError`, `FolderClosedError`. */
  folder: (folderId: number) => openedFolder(context, reader, folderId),
  /** The mails that are found, as rows. Throws `FolderNotFoundError`, `FolderClosedError`. */
  search: (sought: Sought, paging: Paging & HitOrder, counted = true) =>
    searchMails(context, reader, sought, paging, counted),
  /** All that is found, to be acted on as a whole. Throws `FolderNotFoundError`, `FolderClosedError`. */
  markFound: (sought: Sought, part: HitOrder & { readonly before?: number | undefined }) =>
    markFound(context, reader, sought, part),
  /** The newest hits by folder, sender, time and kind of file. Throws `FolderNotFoundError`, `FolderClosedError`. */
  searchFacets: (sought: Sought, moments: readonly number[]) => searchFacets(context, reader, sought, moments),
  /** Subjects and names of senders of the newest mails that a search over all folders finds. */
  newestWords: (limit: number) => readNewestWords(context, reader, limit),
  /** The newest hits of each of some searches, as ids. */
  findEach: (
    searches: readonly (readonly Phrase[])[],
    part: { readonly limit: number; readonly without: readonly SystemRole[] },
  ) => findEach(context, reader, searches, part),

  // Push
  /** What changed after a change, as far as the reader may know of it. */
  changesSince: (since: number) => readChanges(context, reader, since),

  // Rules
  /** What rules ask about mails whose ids come from the two lists below. */
  forRules: (mailIds: readonly number[], needs: { readonly withText: boolean }) =>
    readForRules(context, reader, mailIds, needs),
  /** Received mails outside of folders with a password, the newest first. */
  receivedIds: (walk: Walk & { readonly since: number }) => receivedIds(context, reader, walk),
  /** Mails of a folder of which the caller has asked whether it is open, the newest first. */
  idsOfFolder: (folderId: number, walk: Walk) => idsOfFolder(context, reader, folderId, walk),
})
export type Mailbox = ReturnType<typeof openMailbox>
