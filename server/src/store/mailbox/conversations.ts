import {
  CONVERSATION_PEOPLE,
  CONVERSATION_READ,
  CONVERSATION_ROWS,
  type Conversation,
  type ConversationList,
  type ConversationMails,
  PREVIEW_COLUMNS_MAX,
  visibleText,
  WHOLE_MAILS_MAX,
  type WholeMails,
} from '@yanshu/contracts'
import { type Kysely, sql } from 'kysely'
import { cutToColumns } from '../../mime/cutToColumns.ts'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../context/context.ts'
import { numberIn, ownedBy } from '../database/ids.ts'
import { prepared } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'
import { closedFolders, requireFolderOpen } from './closedFolders.ts'
import { listItems, shownPerson } from './listItems.ts'
import { type PageRange, type Paging, rangeOf } from './page.ts'
import { isShownOutside, ownFolder } from './roles.ts'
import { mailsOfThread } from './threadMails.ts'

/*
 * A folder as conversations: one row for each thread that has mails in it, where the newest of these stands. The table
 * `conversation` has them in their order, so a page costs the same however many mails the folder has.
 *
 * - A conversation is unread in a folder while one of its mails that lie there is; counters go on counting mails.
 * - It counts its mails in all folders but recycle bin, spam and those with a password, and those of this folder.
 * - A search finds mails, not conversations.
 */

type Parts = Pick<Context, 'store'>

export interface ConversationQuery extends Paging {
  readonly isUnread?: boolean | undefined
}

/**
 * Conversations of a folder: those with a mail kept on top first, then by their newest mail in it. Throws
 * `FolderNotFoundError`, `FolderClosedError`.
 */
export async function listConversations(
  { store }: Parts,
  reader: MailReader,
  folderId: number,
  query: ConversationQuery,
): Promise<ConversationList> {
  const { db } = store
  const { accountId } = reader
  const folder = await ownFolder(db, accountId, folderId)
  await requireFolderOpen(db, reader, folder)
  const total =
    query.isUnread === undefined
      ? folder.conversations
      : query.isUnread
        ? folder.unread_conversations
        : folder.conversations - folder.unread_conversations
  const range = rangeOf(query, total)
  const found = range ? await pageOfFolder(db, accountId, folderId, query.isUnread, range) : []
  const rows = found.slice(0, query.pageSize)
  const list = await listItems(
    db,
    accountId,
    rows.map(({ id }) => id),
    query.previewColumns,
  )
  const conversations = await factsOf({ store }, accountId, folderId, rows, query.previewColumns)
  return { list, conversations, total, more: found.length > query.pageSize }
}

interface Row {
  /** Of the newest mail in the folder. */
  readonly id: number
  readonly thread_id: number
  readonly newest: number
  readonly sticky: number
  readonly unread: number
  readonly mails: number
}

/** One page and one row more. */
async function pageOfFolder(
  db: Kysely<Schema>,
  accountId: number,
  folderId: number,
  isUnread: boolean | undefined,
  { cursor, limit, offset, fromTheEnd }: PageRange,
): Promise<Row[]> {
  const direction = fromTheEnd ? 'asc' : 'desc'
  let page = db
    .selectFrom('conversation')
    .select(['thread_id', 'newest', 'sticky', 'unread', 'mails'])
    .where('folder_id', '=', folderId)
    .orderBy('sticky', direction)
    .orderBy('newest', direction)
    .limit(limit)
    .offset(offset)
  // A partial index is found by its literal condition.
  if (isUnread !== undefined) page = page.where(isUnread ? sql<boolean>`unread > 0` : sql<boolean>`unread = 0`)
  if (cursor) {
    const sticky = await stickyBehind(db, accountId, folderId, cursor)
    page = page.where((eb) => eb(eb.refTuple('sticky', 'newest'), '<', eb.tuple(sticky, cursor.sortKey)))
  }
  const rows = await db
    .selectFrom(page.as('page'))
    .innerJoin('mail', 'mail.sort_key', 'page.newest')
    .select(['mail.id', 'page.thread_id', 'page.newest', 'page.sticky', 'page.unread', 'page.mails'])
    .orderBy('page.sticky', direction)
    .orderBy('page.newest', direction)
    .execute()
  return fromTheEnd ? rows.reverse() : rows
}

/** A cursor names a mail, and whether that is kept on top; the conversation may be for another of its mails. */
async function stickyBehind(
  db: Kysely<Schema>,
  accountId: number,
  folderId: number,
  { sortKey, sticky }: { sortKey: number; sticky: number },
): Promise<number> {
  const [row] = await selectSticky(db, { accountId, folderId, sortKey })
  return row?.sticky ?? sticky
}

const selectSticky = prepared((db, by: { accountId: number; folderId: number; sortKey: number }) =>
  db
    .selectFrom('mail')
    .innerJoin('conversation', 'conversation.thread_id', 'mail.thread_id')
    .select('conversation.sticky')
    .where('mail.sort_key', '=', by.sortKey)
    .where(sql<boolean>`+mail.account_id = ${by.accountId}`)
    .where('conversation.folder_id', '=', by.folderId)
    .compile(),
)

/** What rows say of their conversations besides their newest mail in the folder. */
async function factsOf(
  { store }: Parts,
  accountId: number,
  folderId: number,
  rows: readonly Row[],
  previewColumns = PREVIEW_COLUMNS_MAX,
): Promise<Conversation[]> {
  if (rows.length === 0) return []
  const { db, engine } = store
  const threads = rows.map(({ thread_id }) => thread_id)
  const lying = await db
    .selectFrom('conversation')
    .innerJoin('folder', 'folder.id', 'conversation.folder_id')
    .select(['conversation.thread_id', 'conversation.mails', 'folder.id', 'folder.role', 'folder.guarded'])
    .where(numberIn(engine, 'conversation.thread_id', threads))
    .where(ownedBy('folder.account_id', accountId))
    .execute()
  const shown = lying.filter((one) => isShownOutside(one) || one.id === folderId)
  const places = Map.groupBy(shown, ({ thread_id }) => thread_id)
  const countOf = (thread: number) => (places.get(thread) ?? []).reduce((sum, { mails }) => sum + mails, 0)
  const several = threads.filter((thread) => countOf(thread) > 1)
  const last = await newestMails({ store }, accountId, folderId, several)
  return rows.map((row) => {
    const newest = last.get(row.thread_id) ?? []
    const [first] = newest
    // A mail to oneself lies in two folders, and is one mail of a conversation that is looked through as a whole.
    const all = countOf(row.thread_id)
    const has = (role: string) => (places.get(row.thread_id) ?? []).some((one) => one.role === role)
    const people = new Map(newest.map((mail) => [mail.from_address.toLowerCase(), shownPerson(personOf(mail))]))
    return {
      mailId: row.id,
      count: Math.max(1, newest.length === all ? new Set(newest.map((mail) => mail.message_id)).size : all),
      inFolder: row.mails,
      unread: row.unread,
      sticky: row.sticky === 1,
      people: [...people.values()].slice(0, CONVERSATION_PEOPLE),
      line: first && first.sort_key > row.newest ? cutToColumns(visibleText(first.preview), previewColumns) : '',
      answered: has('sent'),
      draft: has('drafts'),
    }
  })
}

interface NewestMail {
  readonly thread_id: number
  readonly message_id: number
  readonly sort_key: number
  readonly from_name: string
  readonly from_address: string
  readonly preview: string
}

const personOf = ({ from_name, from_address }: NewestMail) => ({ name: from_name, address: from_address })

/** Mails of a thread whose senders are read. */
const LOOKED_AT = 8

/** The newest mails of some threads, outside of folders that only show their mails inside. */
async function newestMails(
  { store }: Parts,
  accountId: number,
  folderId: number,
  threads: readonly number[],
): Promise<Map<number, NewestMail[]>> {
  if (threads.length === 0) return new Map()
  const { db, engine } = store
  const json = JSON.stringify(threads)
  const wanted =
    engine === 'postgres'
      ? sql`(select cast(value as bigint) as thread from json_array_elements_text(${json}::json)) as wanted`
      : sql`(select value as thread from json_each(${json})) as wanted`
  const { rows } = await sql<NewestMail & { id: number; role: string; guarded: number }>`
    select mail.thread_id, mail.message_id, mail.sort_key, message.from_name, message.from_address, message.preview,
      folder.id, folder.role, folder.guarded
    from ${wanted}
    cross join mail
    join message on message.id = mail.message_id
    join folder on folder.id = mail.folder_id
    where mail.id in (select id from mail as one where one.account_id = ${accountId} and one.thread_id = wanted.thread
      order by one.sort_key desc limit ${sql.lit(LOOKED_AT)})
    order by mail.sort_key desc`.execute(db)
  const shown = rows.filter(
    ({ id, role, guarded }) => id === folderId || (role !== 'trash' && role !== 'spam' && guarded === 0),
  )
  return Map.groupBy(shown, ({ thread_id }) => thread_id)
}

/**
 * The mails of the conversation of a mail, the oldest first, and the rows around one of them: the one that is named, else
 * the first unread one, else the mail itself. Throws `MailNotFoundError`, `FolderClosedError`.
 */
export async function readConversation(
  { store }: Parts,
  reader: MailReader,
  mailId: number,
  around: number | undefined,
): Promise<ConversationMails> {
  const { db } = store
  const { accountId } = reader
  const thread = await mailsOfThread({ store }, reader, { mailId, most: CONVERSATION_READ })
  const { own } = thread
  // A mail to oneself lies in two folders: the one that is asked about stands for both.
  const standsFor = new Map([[own.message_id, mailId]])
  const mails = thread.mails
    .filter(({ id, message_id }) => {
      if (!standsFor.has(message_id)) standsFor.set(message_id, id)
      return standsFor.get(message_id) === id
    })
    .reverse()
  const ids = mails.map(({ id }) => id)
  const firstUnread = mails.find(({ seen, folder_id }) => seen === 0 && folder_id === own.folder_id)?.id ?? null
  const at = Math.max(0, ids.indexOf(around ?? firstUnread ?? mailId))
  const from = Math.max(0, at - CONVERSATION_ROWS / 2)
  const list = await listItems(db, accountId, ids.slice(from, from + CONVERSATION_ROWS))
  const muted = await db.selectFrom('muted_thread').select('folder_id').where('thread_id', '=', own.thread_id).execute()
  return { ids, firstUnread, muted: muted.length > 0, list, more: thread.more }
}

/**
 * The mails for which rows of a list of conversations stand: those of the same threads in the same folders, and beside each
 * the row that stands for it. Mails of folders that are closed to the reader, and of others, are left out.
 */
export async function wholeOf({ store }: Parts, reader: MailReader, mailIds: readonly number[]): Promise<WholeMails> {
  const { db, engine } = store
  const { accountId } = reader
  const closed = await closedFolders(db, reader)
  const rows = await db
    .selectFrom('mail as row')
    .innerJoin('mail', (join) =>
      join
        .onRef('mail.account_id', '=', 'row.account_id')
        .onRef('mail.thread_id', '=', 'row.thread_id')
        .onRef('mail.folder_id', '=', 'row.folder_id'),
    )
    .select((eb) => ['mail.id', 'mail.folder_id', eb.fn.min<number>('row.id').as('of')])
    .where(numberIn(engine, 'row.id', mailIds))
    .where(ownedBy('row.account_id', accountId))
    .groupBy(['mail.id', 'mail.folder_id'])
    .limit(WHOLE_MAILS_MAX + 1)
    .execute()
  const open = rows.slice(0, WHOLE_MAILS_MAX).filter(({ folder_id }) => !closed.has(folder_id))
  const rowOf = new Map(open.map((row) => [row.id, row.of]))
  const list = await listItems(db, accountId, [...rowOf.keys()])
  return { list, of: list.map(({ mailId }) => rowOf.get(mailId) ?? mailId), more: rows.length > WHOLE_MAILS_MAX }
}
