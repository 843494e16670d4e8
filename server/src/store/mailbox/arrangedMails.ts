import {
  FOLDER_SENDERS_SHOWN,
  type FolderRole,
  type FolderSender,
  MARKED_PAGE,
  type MailList,
  type MailSort,
  type MarkedMails,
  ORDER_CHARACTERS,
  visibleText,
} from '@yanshu/contracts'
import { type RawBuilder, sql } from 'kysely'
import type { MailReader } from '../../platform/actor/actor.ts'
import { BusyError, MailNotFoundError, SearchTooLongError } from '../../platform/http/errors.ts'
import type { Context } from '../context/context.ts'
import type { Engine } from '../database/engine.ts'
import { requireFolderOpen } from './closedFolders.ts'
import { cursorOf, type Paging, pageOf } from './page.ts'
import { ownFolder } from './roles.ts'

/*
 * A list in another order than that of time, or some of its mails alone. No index has these orders: keeping some more of
 * them would cost each mail that arrives. So a page looks through the list, away from the event loop, a few at a time, and
 * the store keeps no more rows than the page ends with. Which mails the list has is found by the index of that list.
 */

/** How a list is arranged, as parsed by the contract. */
export interface Arrangement {
  readonly sort?: MailSort | undefined
  readonly ascending?: boolean | undefined
  readonly isUnread?: boolean | undefined
  readonly isStarred?: boolean | undefined
  readonly hasAttachment?: boolean | undefined
  readonly sender?: string | undefined
}

/** Whether a list has to be found by looking through it. */
export const isArranged = ({ sort, ascending, isStarred, hasAttachment, sender }: Arrangement): boolean =>
  sort !== undefined || ascending !== undefined || isStarred !== undefined || hasAttachment !== undefined || !!sender

/** Seconds until a reader may come again whose list was not found in time. */
const BUSY_WAIT_S = 5

type Key = RawBuilder<unknown>

/** A list whose mails are arranged. The caller has asked whether its reader may see it. */
export type ArrangedPlace =
  | { readonly kind: 'folder'; readonly folderId: number; readonly role: FolderRole }
  | { readonly kind: 'label'; readonly labelId: number }
  /** All folders but some. */
  | { readonly kind: 'all'; readonly accountId: number; readonly unlisted: readonly number[] }

/** A folder as a place. Throws `FolderNotFoundError`, `FolderClosedError`. */
export async function arrangedFolder(
  { store }: Pick<Context, 'store'>,
  reader: MailReader,
  folderId: number,
): Promise<ArrangedPlace> {
  const folder = await ownFolder(store.db, reader.accountId, folderId)
  await requireFolderOpen(store.db, reader, folder)
  return { kind: 'folder', folderId, role: folder.role }
}

/** A page of an arranged list. Throws `BusyError`, and `MailNotFoundError` where the mail behind which it begins is gone. */
export async function listArranged(
  context: Context,
  { accountId }: MailReader,
  place: ArrangedPlace,
  query: Arrangement & Paging,
): Promise<MailList> {
  const { longReads } = context.store
  const { key, ascending, order } = orderOf(context.store.engine, query, place)
  const cursor = cursorOf(query)
  const mails = mailsOf(place, query)
  return inTurn(context, accountId, async () => {
    const behind = cursor ? await behindOf(context, { accountId, key, ascending, sortKey: cursor.sortKey }) : sql`1 = 1`
    const { rows } = await sql<{ id: number }>`select m.id from ${mails} and ${behind} order by ${order}
      limit ${query.pageSize + 1} offset ${cursor ? 0 : (query.offset ?? 0)}`.execute(longReads)
    const counted = await sql<{ total: number }>`select count(*) as total from ${mails}`.execute(longReads)
    const ids = rows.map(({ id }) => id)
    return pageOf(context, accountId, ids, query, counted.rows[0]?.total ?? 0)
  })
}

/** By what a list is sorted; of the same place the newest mails stand first. */
export function orderOf(
  engine: Engine,
  { sort = 'date', ascending: asked }: Pick<Arrangement, 'sort' | 'ascending'>,
  place: ArrangedPlace | null,
): { readonly key: Key; readonly ascending: boolean; readonly order: RawBuilder<unknown> } {
  // Text from its beginning, everything else from the largest or newest on.
  const ascending = asked ?? (sort === 'sender' || sort === 'subject')
  const key = keyOf(engine, sort, place?.kind === 'folder' ? place.role : 'custom')
  const newest = sort === 'date' && ascending ? sql`asc` : sql`desc`
  return { key, ascending, order: sql`${key} ${ascending ? sql`asc` : sql`desc`}, m.sort_key ${newest}` }
}

/** The mails of a list that are shown, so many at a time, the newest first. Throws `BusyError`. */
export async function markArranged(
  context: Context,
  { accountId }: MailReader,
  place: ArrangedPlace,
  query: Arrangement & { readonly before?: number | undefined },
): Promise<MarkedMails> {
  const below = query.before === undefined ? sql`1 = 1` : sql`m.sort_key < ${query.before}`
  const rows = await inTurn(context, accountId, async () => {
    const found = await sql<MarkedRow>`select m.id, m.folder_id, m.uid, m.seen, m.sort_key from ${mailsOf(place, query)}
      and ${below} order by m.sort_key desc limit ${MARKED_PAGE + 1}`.execute(context.store.longReads)
    return found.rows
  })
  const shown = rows.slice(0, MARKED_PAGE)
  return { list: shown.map(markedMail), before: rows.length > MARKED_PAGE ? (shown.at(-1)?.sort_key ?? null) : null }
}

/** A mail that is marked, as the store has it and as the contract names it. */
export interface MarkedRow {
  readonly id: number
  readonly folder_id: number
  readonly uid: number
  readonly seen: number
  readonly sort_key: number
}

export const markedMail = ({ id, folder_id, uid, seen }: MarkedRow): MarkedMails['list'][number] => [
  id,
  folder_id,
  uid,
  seen,
]

/** Who wrote the mails of a folder, the most mails first. Throws `FolderNotFoundError`, `FolderClosedError`, `BusyError`. */
export async function folderSenders(
  context: Context,
  reader: MailReader,
  folderId: number,
): Promise<{ list: FolderSender[]; total: number }> {
  const { accountId } = reader
  const place = await arrangedFolder(context, reader, folderId)
  const rows = await inTurn(context, accountId, async () => {
    const found = await sql<SenderRow>`
      with groups as (
        select lower(g.from_address) as address, count(*) as count, sum(1 - m.seen) as unread, sum(m.size) as bytes,
          max(m.sort_key) as newest
        from ${mailsOf(place, {})} and g.from_address <> '' group by lower(g.from_address)
      ), shown as (
        select *, (select count(*) from groups) as total from groups
        order by count desc, newest desc limit ${sql.lit(FOLDER_SENDERS_SHOWN)}
      )
      select shown.address, g.from_name as name, cast(shown.count as bigint) as count,
        cast(shown.unread as bigint) as unread, cast(shown.bytes as bigint) as bytes, m.received_at as latest,
        cast(shown.total as bigint) as total
      from shown join mail m on m.sort_key = shown.newest join message g on g.id = m.message_id
      order by shown.count desc, shown.newest desc`.execute(context.store.longReads)
    return found.rows
  })
  const list = rows.map(({ total: _of, ...row }) => ({
    ...row,
    name: visibleText(row.name),
    address: visibleText(row.address),
  }))
  return { list, total: rows[0]?.total ?? 0 }
}

interface SenderRow extends FolderSender {
  readonly total: number
}

/** Waits for its turn among the searches, which take as long. */
async function inTurn<T>({ search }: Pick<Context, 'search'>, accountId: number, read: () => Promise<T>): Promise<T> {
  try {
    return await search.readInTurn(accountId, read)
  } catch (error) {
    throw error instanceof SearchTooLongError ? new BusyError(BUSY_WAIT_S) : error
  }
}

/** The mails of the list, ready for further conditions. */
function mailsOf(place: ArrangedPlace, only: Arrangement): RawBuilder<unknown> {
  const parts = [conditionOf(place)]
  if (only.isUnread !== undefined) parts.push(only.isUnread ? sql`m.seen = 0` : sql`m.seen = 1`)
  const starred = place.kind === 'all' ? sql`x.color` : sql`m.color`
  if (only.isStarred !== undefined) parts.push(only.isStarred ? sql`${starred} > 0` : sql`${starred} = 0`)
  if (only.hasAttachment !== undefined) parts.push(sql`g.has_attachment = ${only.hasAttachment ? 1 : 0}`)
  if (only.sender) parts.push(sql`lower(g.from_address) = lower(${only.sender})`)
  return sql`${MAILS[place.kind]} join message g on g.id = m.message_id where ${sql.join(parts, sql` and `)}`
}

/** The mails `m`. Those of all folders are first found as `x`, by an index that has all that is asked of them. */
const MAILS: Readonly<Record<ArrangedPlace['kind'], RawBuilder<unknown>>> = {
  folder: sql`mail m`,
  label: sql`mail_label l join mail m on m.id = l.mail_id`,
  all: sql`mail x join mail m on m.id = x.id`,
}

/** Partial indexes are found by their literal conditions. */
function conditionOf(place: ArrangedPlace): RawBuilder<unknown> {
  switch (place.kind) {
    case 'folder':
      return sql`m.folder_id = ${place.folderId}`
    case 'label':
      return sql`l.label_id = ${place.labelId} and l.listed = 1`
    case 'all':
      return place.unlisted.length === 0
        ? sql`x.account_id = ${place.accountId}`
        : sql`x.account_id = ${place.accountId} and x.folder_id not in (${sql.join([...place.unlisted])})`
  }
}

interface Behind {
  readonly accountId: number
  readonly key: Key
  readonly ascending: boolean
  readonly sortKey: number
}

/** What stands behind a mail of the account in the order; mails of the same place stand newest first. */
async function behindOf(
  { store }: Context,
  { accountId, key, ascending, sortKey }: Behind,
): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ place: string | number }>`select ${key} as place
    from mail m join message g on g.id = m.message_id
    where m.sort_key = ${sortKey} and m.account_id = ${accountId}`.execute(store.longReads)
  const [mail] = rows
  if (!mail) throw new MailNotFoundError()
  const further = ascending ? sql`>` : sql`<`
  return sql`(${key} ${further} ${mail.place} or (${key} = ${mail.place} and m.sort_key < ${sortKey}))`
}

/** By what the mails are compared. Text is compared byte by byte, as `compareBytes` of the contracts does. */
function keyOf(engine: Engine, sort: MailSort, role: FolderRole): Key {
  switch (sort) {
    case 'date':
      return sql`m.sort_key`
    case 'size':
      return sql`m.size`
    case 'attachment':
      return sql`g.has_attachment`
    case 'sender':
      return text(engine, role === 'sent' || role === 'drafts' ? firstRecipient(engine) : sender)
    case 'subject':
      return bareSubject(engine, text(engine, sql`g.subject`))
  }
}

const sender = sql`case when g.from_name <> '' then g.from_name else g.from_address end`

function firstRecipient(engine: Engine): Key {
  const field = (name: string) =>
    engine === 'postgres'
      ? sql`coalesce(g.to_list::json->0->>${sql.lit(name)}, '')`
      : sql`coalesce(json_extract(g.to_list, ${sql.lit(`$[0].${name}`)}), '')`
  return sql`case when ${field('name')} <> '' then ${field('name')} else ${field('address')} end`
}

/** `orderedText` of the contracts. */
function text(engine: Engine, of: Key): Key {
  const beginning = sql`substr(${of}, 1, ${sql.lit(ORDER_CHARACTERS)})`
  return engine === 'postgres' ? sql`(lower(${beginning} collate "C") collate "C")` : sql`lower(${beginning})`
}

/** `orderedSubject` of the contracts. SQLite's threads that read have a function for it (`readThread.mjs`). */
const bareSubject = (engine: Engine, subject: Key): Key =>
  engine === 'postgres'
    ? sql`(regexp_replace(${subject}, '^( *(re|fwd?|回复|答复|转发)[:：])* *', '') collate "C")`
    : sql`bare_subject(${subject})`
