import type { MailList, MarkedMails } from '@yanshu/contracts'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../context/context.ts'
import { prepared } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'
import {
  type ArrangedPlace,
  type Arrangement,
  arrangedFolder,
  isArranged,
  listArranged,
  markArranged,
} from './arrangedMails.ts'
import { requireFolderOpen } from './closedFolders.ts'
import { accountHeadings, folderHeadings, type HeadingQuery, labelHeadings, starredHeadings } from './countHeadings.ts'
import { listFolderItems } from './listItems.ts'
import { ownLabel } from './ownLabel.ts'
import { cursorOf, isJump, type Paging, pageOf, rangeOf } from './page.ts'
import { folderOfRole, isShownOutside, ownFolder, type SystemRole } from './roles.ts'

/*
 * Every list is read from one index that holds all it sorts and filters by: first the ids of the page, then the rows of
 * these alone. Partial indexes are found by their literal conditions, so those are spelled out and never parameters.
 */

/** A list in another order than that of time, or some of its mails alone, has no headings ({@link listArranged}). */
export interface ListQuery extends Paging, HeadingQuery, Arrangement {}

/** Which folder is wanted, all when none is named. */
export interface MailboxQuery extends ListQuery {
  readonly mailboxId?: number | undefined
  readonly role?: SystemRole | undefined
}

type Mails = SelectQueryBuilder<Schema, 'mail', { id: number }>

const isUnread = sql<boolean>`mail.seen = 0`
const isRead = sql<boolean>`mail.seen = 1`
const isStarred = sql<boolean>`mail.color > 0`

/** The mails of the folder that is named by its id or role, or of all folders. Throws `FolderNotFoundError`. */
export async function listMailbox(context: Context, reader: MailReader, query: MailboxQuery): Promise<MailList> {
  const { mailboxId, role } = query
  if (mailboxId !== undefined) return listFolder(context, reader, mailboxId, query)
  if (role === undefined) return listAll(context, reader, query)
  const folderId = await folderOfRole(context.store.db, reader.accountId, role)
  return { ...(await listFolder(context, reader, folderId, query)), mailboxId: folderId }
}

/**
 * The mails of a folder: those kept on top first, then newest first. Throws `FolderNotFoundError`, and `FolderClosedError`
 * where it is closed to who reads.
 */
export async function listFolder(
  context: Context,
  reader: MailReader,
  folderId: number,
  query: ListQuery,
): Promise<MailList> {
  if (isArranged(query)) {
    return listArranged(context, reader, await arrangedFolder(context, reader, folderId), query)
  }
  const { db } = context.store
  const { accountId } = reader
  const { pageSize, isUnread, previewColumns } = query
  const itemsOf = async (all: number) => {
    const range = rangeOf(query, all)
    return range ? listFolderItems(db, accountId, { folderId, isUnread, range }, previewColumns) : []
  }
  const asked = ownFolder(db, accountId, folderId)
  // Only a jump waits until it is known how many there are.
  const [folder, items] = await Promise.all([
    asked,
    isJump(query) ? asked.then((found) => itemsOf(counted(found, query))) : itemsOf(0),
  ])
  await requireFolderOpen(db, reader, folder)
  const total = counted(folder, query)
  const page = { list: items.slice(0, pageSize), total, more: items.length > pageSize }
  if (query.timeZone === undefined) return page
  return { ...page, ...(await folderHeadings({ context, query, total }, folderId)) }
}

/** The mails of all folders but recycle bin and spam, newest first. */
export async function listAll(context: Context, reader: MailReader, query: ListQuery): Promise<MailList> {
  const { accountId } = reader
  const { listed, unlisted } = await foldersOf(context, accountId)
  if (isArranged(query)) return listArranged(context, reader, { kind: 'all', accountId, unlisted }, query)
  const total = listed.reduce((sum, folder) => sum + counted(folder, query), 0)
  const mails = onlySeen(ofAccount(context, accountId, unlisted), query)
  const ids = await walk(mails, query, total)
  const page = await pageOf(context, accountId, ids, query, total)
  if (query.timeZone === undefined) return page
  const folders = { listed: listed.map(({ id }) => id), unlisted }
  return { ...page, ...(await accountHeadings({ context, query, total }, accountId, folders)) }
}

/** The starred mails of all folders but recycle bin and spam, newest first. */
export async function listStarred(context: Context, reader: MailReader, query: ListQuery): Promise<MailList> {
  const { accountId } = reader
  const { unlisted } = await foldersOf(context, accountId)
  if (isArranged(query)) {
    return listArranged(context, reader, { kind: 'all', accountId, unlisted }, { ...query, isStarred: true })
  }
  const mails = onlySeen(ofAccount(context, accountId, unlisted).where(isStarred), query)
  const total = await countMails(mails)
  const ids = await walk(mails, query, total)
  const page = await pageOf(context, accountId, ids, query, total)
  if (query.timeZone === undefined) return page
  return { ...page, ...(await starredHeadings({ context, query, total }, accountId, unlisted)) }
}

/** The mails with a label outside recycle bin and spam, newest first. Throws `LabelNotFoundError`. */
export async function listLabel(
  context: Context,
  reader: MailReader,
  labelId: number,
  query: ListQuery,
): Promise<MailList> {
  const { db } = context.store
  const { accountId } = reader
  const label = await ownLabel(db, accountId, labelId)
  if (isArranged(query)) return listArranged(context, reader, { kind: 'label', labelId }, query)
  const total = counted(label, query)
  let labelled = db
    .selectFrom('mail_label')
    .select('mail_label.mail_id')
    .where('mail_label.label_id', '=', labelId)
    .where('mail_label.listed', '=', 1)
    .orderBy('mail_label.sort_key', 'desc')
  if (query.isUnread !== undefined) {
    labelled = labelled
      .innerJoin('mail', 'mail.id', 'mail_label.mail_id')
      .where('mail.seen', '=', query.isUnread ? 0 : 1)
  }
  const cursor = cursorOf(query)
  if (cursor) labelled = labelled.where('mail_label.sort_key', '<', cursor.sortKey)
  else if (query.offset) labelled = labelled.offset(query.offset)
  const rows = await labelled.limit(query.pageSize + 1).execute()
  const ids = rows.map((row) => row.mail_id)
  const page = await pageOf(context, accountId, ids, query, total)
  if (query.timeZone === undefined) return page
  return { ...page, ...(await labelHeadings({ context, query, total }, labelId, label.total)) }
}

/** Which list is to be acted on as a whole: a folder, a label, or all folders that lists across folders show. */
export interface MarkedQuery extends Arrangement {
  readonly mailboxId?: number | undefined
  readonly labelId?: number | undefined
  readonly before?: number | undefined
}

/**
 * The mails of a list, to be acted on as a whole. Throws `FolderNotFoundError`, `FolderClosedError`, `LabelNotFoundError`,
 * `BusyError`.
 */
export const markList = async (context: Context, reader: MailReader, query: MarkedQuery): Promise<MarkedMails> =>
  markArranged(context, reader, await placeOf(context, reader, query), query)

async function placeOf(
  context: Context,
  reader: MailReader,
  { mailboxId, labelId }: MarkedQuery,
): Promise<ArrangedPlace> {
  const { accountId } = reader
  if (mailboxId !== undefined) return arrangedFolder(context, reader, mailboxId)
  if (labelId === undefined) return { kind: 'all', accountId, unlisted: (await foldersOf(context, accountId)).unlisted }
  await ownLabel(context.store.db, accountId, labelId)
  return { kind: 'label', labelId }
}

interface Counted {
  readonly total: number
  readonly unread: number
}

const counted = ({ total, unread }: Counted, query: ListQuery): number =>
  query.isUnread === undefined ? total : query.isUnread ? unread : total - unread

async function countMails(mails: Mails): Promise<number> {
  const { total } = await mails
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

const onlySeen = (mails: Mails, query: ListQuery): Mails =>
  query.isUnread === undefined ? mails : mails.where(query.isUnread ? isUnread : isRead)

/** The folders of an account, parted by whether lists across folders show them. */
export async function foldersOf({ store }: Pick<Context, 'store'>, accountId: number) {
  const folders = await selectFolders(store.db, { accountId })
  const unlisted = folders.filter((folder) => !isShownOutside(folder))
  return {
    listed: folders.filter(isShownOutside),
    unlisted: unlisted.map((folder) => folder.id),
    /** Where first mails of unknown senders wait: lists across folders show them, the list of who wrote does not. */
    held: folders.filter(({ screens }) => screens === 1).map((folder) => folder.id),
    unlistedMails: unlisted.reduce((sum, { total }) => sum + total, 0),
  }
}

const selectFolders = prepared((db, by: { accountId: number }) =>
  db
    .selectFrom('folder')
    .select(['id', 'role', 'total', 'unread', 'guarded', 'screens'])
    .where('account_id', '=', by.accountId)
    .orderBy('sort')
    .orderBy('id')
    .compile(),
)

const ofAccount = ({ store }: Context, accountId: number, unlisted: readonly number[]): Mails =>
  store.db
    .selectFrom('mail')
    .select('mail.id')
    .where('mail.account_id', '=', accountId)
    .where('mail.folder_id', 'not in', [...unlisted])

/** The ids of a page and one more, the newest first. */
async function walk(mails: Mails, query: ListQuery, total: number): Promise<number[]> {
  const range = rangeOf(query, total)
  if (!range) return []
  const { cursor, limit, offset, fromTheEnd } = range
  const part = cursor ? mails.where('mail.sort_key', '<', cursor.sortKey) : mails
  const rows = await part
    .orderBy('mail.sort_key', fromTheEnd ? 'asc' : 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const ids = rows.map((row) => row.id)
  return fromTheEnd ? ids.reverse() : ids
}
