import {
  FOUND_IN_MAX,
  MARKED_PAGE,
  type MailList,
  type MailListItem,
  type MarkedMails,
  visibleText,
} from '@yanshu/contracts'
import type { MailReader } from '../../platform/actor/actor.ts'
import { BusyError } from '../../platform/http/errors.ts'
import type { Context } from '../context/context.ts'
import { numberIn, ownedBy } from '../database/ids.ts'
import type { Finding, Hit } from '../search/searchIndex.ts'
import type { Phrase } from '../search/tokens.ts'
import { markedMail } from './arrangedMails.ts'
import { requireFolderOpen } from './closedFolders.ts'
import { foldersOf } from './lists.ts'
import { cursorOf, type Paging, pageOf } from './page.ts'
import { findRanked, rankedPage } from './rankedMails.ts'
import { ownFolder, type SystemRole } from './roles.ts'
import { SORTED_WINDOW, type SortOfHits, sortedPage } from './sortedHits.ts'

/** What is searched for in a mailbox. Which folders are left out is decided here. */
export type Sought = Omit<Finding, 'accountId' | 'unlisted' | 'unlistedMails'>

/** The folder that is named, if it is the reader's and open to them. Throws `FolderNotFoundError`, `FolderClosedError`. */
export async function openedFolder({ store }: Pick<Context, 'store'>, reader: MailReader, folderId: number) {
  const folder = await ownFolder(store.db, reader.accountId, folderId)
  await requireFolderOpen(store.db, reader, folder)
  return folder
}

/** How hits are put in order: by `sort`, else `best` by where the words stand, which takes words. */
export interface HitOrder extends SortOfHits {
  readonly order?: 'newest' | 'best' | undefined
}

/**
 * The mails that are found, as rows, newest first unless `order` names another. Recycle bin, spam and folders with a
 * password are searched only where their folder is named. Throws `FolderNotFoundError`, `FolderClosedError`.
 * @param counted whether all hits are counted
 */
export async function searchMails(
  context: Context,
  reader: MailReader,
  sought: Sought,
  paging: Paging & HitOrder,
  counted = true,
): Promise<MailList> {
  const { accountId } = reader
  if (sought.folderId !== undefined) await openedFolder(context, reader, sought.folderId)
  const { unlisted, unlistedMails } = await foldersOf(context, accountId)
  const cursor = cursorOf(paging)
  const finding = { ...sought, accountId, unlisted, unlistedMails }
  if (paging.sort !== undefined) {
    const sorted = await sortedPage(context, finding, paging)
    return { ...sorted, list: await withFiles(context, finding, sorted.list) }
  }
  if (paging.order === 'best' && sought.phrases.length > 0) {
    const ranked = await rankedPage(context, finding, paging)
    return { ...ranked, list: await withFiles(context, finding, ranked.list) }
  }
  const { hits, total, incomplete } = await context.search.find(context, finding, {
    limit: paging.pageSize + 1,
    offset: cursor ? 0 : (paging.offset ?? 0),
    before: cursor?.sortKey ?? null,
    counted,
  })
  const mailIds = hits.map(({ id }) => id)
  const page = await pageOf(context, accountId, mailIds, paging, total)
  const found = counted ? { ...page, list: await withFiles(context, finding, page.list) } : page
  return incomplete ? { ...found, incomplete } : found
}

/** How often a list that is marked as a whole waits for the index, each time for as long as a search does. */
const MARK_TRIES = 200
const BUSY_WAIT_S = 10

/**
 * All mails that are found, so many at a time, the newest first; mails that wait for the index are waited for, because what is
 * done to all hits must leave none out. Throws `FolderNotFoundError`, `FolderClosedError`, and `BusyError` where mails come in
 * faster than they are indexed.
 */
export async function markFound(
  context: Context,
  reader: MailReader,
  sought: Sought,
  { before = null, order, sort }: HitOrder & { readonly before?: number | null | undefined },
): Promise<MarkedMails> {
  const { accountId } = reader
  const { engine, longReads } = context.store
  if (sought.folderId !== undefined) await openedFolder(context, reader, sought.folderId)
  const { unlisted, unlistedMails } = await foldersOf(context, accountId)
  const finding = { ...sought, accountId, unlisted, unlistedMails }
  const page = { limit: MARKED_PAGE + 1, offset: 0, before, counted: false }
  // A list that is put in order has no more hits than are put in order.
  const isRanked = sort === undefined && order === 'best' && sought.phrases.length > 0
  const window = sort === undefined ? page : SORTED_WINDOW
  const find = () => (isRanked ? findRanked(context, finding) : context.search.find(context, finding, window))
  let found = await find()
  for (let tries = 1; found.incomplete; tries++) {
    if (tries > MARK_TRIES) throw new BusyError(BUSY_WAIT_S)
    found = await find()
  }
  const { hits } = found
  const shown = hits.slice(0, MARKED_PAGE)
  const ids = shown.map(({ id }) => id)
  const rows = await longReads
    .selectFrom('mail')
    .select(['id', 'folder_id', 'uid', 'seen', 'sort_key'])
    .where(numberIn(engine, 'id', ids))
    .where(ownedBy('account_id', accountId))
    .orderBy('sort_key', 'desc')
    .execute()
  return { list: rows.map(markedMail), before: hits.length > MARKED_PAGE ? (shown.at(-1)?.sort_key ?? null) : null }
}

/** Names the files in which words of the search stand, a few of each mail. */
async function withFiles(context: Context, finding: Finding, list: readonly MailListItem[]): Promise<MailListItem[]> {
  const mailIds = list.filter(({ hasAttachment }) => hasAttachment).map(({ mailId }) => mailId)
  const files = Map.groupBy(await context.search.filesWith(context, finding, mailIds), ({ mailId }) => mailId)
  return list.map((item) => {
    const names = files.get(item.mailId)?.slice(0, FOUND_IN_MAX)
    return names ? { ...item, foundIn: names.map(({ name }) => visibleText(name)) } : item
  })
}

/** What is found by each of some searches: the newest hits, in folders without a password that have none of the roles. */
export async function findEach(
  context: Context,
  { accountId }: MailReader,
  searches: readonly (readonly Phrase[])[],
  { limit, without }: { readonly limit: number; readonly without: readonly SystemRole[] },
): Promise<(readonly Hit[])[]> {
  const { listed, unlisted } = await foldersOf(context, accountId)
  const leftOut = listed.filter(({ role }) => without.some((one) => one === role)).map(({ id }) => id)
  const found: (readonly Hit[])[] = []
  for (const phrases of searches) {
    const finding = { accountId, phrases, fields: [], unlisted: [...unlisted, ...leftOut] }
    const { hits } = await context.search.find(context, finding, { limit, offset: 0, before: null, counted: false })
    found.push(hits)
  }
  return found
}
