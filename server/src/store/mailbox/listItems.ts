import { MAX_LIST_ROWS, type MailAddress, type MailListItem, PREVIEW_COLUMNS_MAX, visibleText } from '@yanshu/contracts'
import { type Kysely, sql } from 'kysely'
import { cutToColumns } from '../../mime/cutToColumns.ts'
import { prepared, preparedForMany } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'
import { readAddresses } from '../database/storedAddresses.ts'
import { switchesOf } from '../switches/switches.ts'
import type { PageRange } from './page.ts'
import { strangersAmong } from './strangers.ts'

const TO_SHOWN = 3
/** `mail.risk` of a mail that the risk check has marked. */
const RISK_MARKED = 2

/** A person as people see them: no character in the name turns or hides the text around it. */
export const shownPerson = ({ name, address }: MailAddress): MailAddress => ({
  name: visibleText(name),
  address: visibleText(address),
})

/** The people of a stored list as people see them. */
export const shownPeople = (json: string): MailAddress[] => readAddresses(json).map(shownPerson)

/** 1 high, 5 low, anything else normal. */
export const readPriority = (value: number): 1 | 3 | 5 => (value === 1 || value === 5 ? value : 3)

/**
 * Rows as the lists show them, in the order of the ids; at most some hundred. Those that are gone are left out. The first
 * words come whole, or cut to `previewColumns`.
 */
export async function listItems(
  db: Kysely<Schema>,
  accountId: number,
  mailIds: readonly number[],
  previewColumns?: number,
): Promise<MailListItem[]> {
  if (mailIds.length === 0) return []
  const items = await itemsOf(db, accountId, await selectRows(db, mailIds, { accountId }), previewColumns)
  const byId = new Map(items.map((item) => [item.mailId, item]))
  return mailIds.flatMap((mailId) => byId.get(mailId) ?? [])
}

/** Which mails of a folder are wanted. */
export interface FolderPart {
  readonly folderId: number
  /** Only those that are unread, or only those that are read. */
  readonly isUnread?: boolean | undefined
  readonly range: PageRange
}

/** The rows of a part of a folder: what is kept on top first, then the newest. One statement, however long the folder is. */
export async function listFolderItems(
  db: Kysely<Schema>,
  accountId: number,
  { folderId, isUnread, range }: FolderPart,
  previewColumns?: number,
): Promise<MailListItem[]> {
  const { cursor, limit, offset, fromTheEnd } = range
  const select = selectPart({ isUnread, isBehind: cursor !== null, fromTheEnd, rows: rowsAsked(limit) })
  const values = { accountId, folderId, offset, sticky: cursor?.sticky ?? 0, sortKey: cursor?.sortKey ?? 0 }
  const rows = (await select(db, values)).slice(0, limit)
  return itemsOf(db, accountId, fromTheEnd ? rows.reverse() : rows, previewColumns)
}

async function itemsOf(
  db: Kysely<Schema>,
  accountId: number,
  rows: readonly ItemRow[],
  previewColumns = PREVIEW_COLUMNS_MAX,
): Promise<MailListItem[]> {
  const own = rows.filter((row) => row.account_id === accountId)
  const strangers = await strangersOf(db, accountId, own)
  const claims = own.some((row) => row.claims_own_domain === 1 || row.risk === RISK_MARKED)
  // Most lists have nothing to mark, and need not ask.
  const marks = strangers.size > 0 || claims ? await switchesOf(db, accountId) : null
  return own.map((row) => {
    const to = readAddresses(row.to_list)
    return {
      mailId: row.id,
      mailboxId: row.folder_id,
      mailUid: row.uid,
      sortValues: [row.sticky, row.sort_key],
      seen: row.seen === 1,
      sticky: row.sticky === 1,
      color: row.color,
      replied: row.replied === 1,
      forwarded: row.forwarded === 1,
      systemNotice: row.system_notice === 1,
      stranger: marks?.strangerMarkEnable === true && strangers.has(row.from_address),
      claimsOwnDomain: marks?.mailSourceMarkEnable === true && row.claims_own_domain === 1,
      risky: marks?.mailSourceMarkEnable === true && row.risk === RISK_MARKED,
      withPassword: row.with_password === 1,
      invites: row.invites === 1,
      priority: readPriority(row.priority),
      from: shownPerson({ name: row.from_name, address: row.from_address }),
      to: to.slice(0, TO_SHOWN).map(shownPerson),
      toCount: to.length,
      subject: visibleText(row.subject),
      preview: cutToColumns(visibleText(row.preview), previewColumns),
      hasAttachment: row.has_attachment === 1,
      size: row.size,
      date: row.received_at,
      ...(row.send_at === null ? {} : { sendAt: row.send_at }),
      labelIds: row.labels?.split(',').map(Number) ?? [],
    }
  })
}

/** The addresses of strangers, as the rows have them. The store knows small letters of ASCII alone. */
async function strangersOf(db: Kysely<Schema>, accountId: number, rows: readonly ItemRow[]): Promise<Set<string>> {
  const unknown = new Set(rows.filter((row) => row.is_known === 0).map((row) => row.from_address))
  const beyond = [...unknown].filter((address) => /\P{ASCII}/u.test(address))
  if (beyond.length === 0) return unknown
  const strangers = await strangersAmong(db, accountId, beyond)
  for (const address of beyond) if (!strangers.has(address.toLowerCase())) unknown.delete(address)
  return unknown
}

type ItemRow = Awaited<ReturnType<typeof selectRows>>[number]

const labels = sql<string | null>`(
  select string_agg(cast(label_id as text), ',' order by label_id) from mail_label where mail_id = mail.id
)`

/**
 * By the rule of `strangersAmong`. Both are looked up by their key for each mail: for an `exists` PostgreSQL might gather all
 * addresses that the account knows.
 */
function isKnown(accountId: number) {
  const address = sql`lower(message.from_address)`
  // What stands behind the last @.
  const domain = sql`substr(${address}, length(rtrim(${address}, replace(${address}, '@', ''))) + 1)`
  return sql<number>`case when message.from_address = '' then 1 else coalesce(
    (select 1 from correspondent c
      where c.account_id = ${accountId} and c.address = ${address} and (c.uses > 0 or c.received > 1)),
    (select 1 from domain d where d.name = ${domain}),
    0
  ) end`
}

const COLUMNS = [
  'mail.id',
  'mail.account_id',
  'mail.folder_id',
  'mail.uid',
  'mail.sort_key',
  'mail.received_at',
  'mail.size',
  'mail.seen',
  'mail.sticky',
  'mail.color',
  'mail.replied',
  'mail.forwarded',
  'mail.system_notice',
  'mail.risk',
  'mail.send_at',
  'message.subject',
  'message.from_name',
  'message.from_address',
  'message.to_list',
  'message.preview',
  'message.has_attachment',
  'message.priority',
  'message.claims_own_domain',
  'message.invites',
  'message.with_password',
] as const

/** With the labels of each mail and whether its sender is known: asking for these afterwards takes as long again. */
const selectRows = preparedForMany('bigint', (db, isListed, by: { accountId: number }) =>
  db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .select(COLUMNS)
    .select([labels.as('labels'), isKnown(by.accountId).as('is_known')])
    .where(isListed('mail.id'))
    .compile(),
)

/** How a part of a folder is asked for. */
interface Part {
  readonly isUnread: boolean | undefined
  /** Whether it begins behind a mail. */
  readonly isBehind: boolean
  readonly fromTheEnd: boolean
  readonly rows: number
}

/** How many rows statements ask for: each number is a statement of its own. */
const ROWS = [8, 16, 32, 51, 64, 101]
const rowsAsked = (limit: number): number => ROWS.find((rows) => rows >= limit) ?? MAX_LIST_ROWS + 1

/** The statement for a part of this kind. */
function selectPart(part: Part): ReturnType<typeof preparePart> {
  const kind = Object.values(part).join(' ')
  const made = partStatements.get(kind) ?? preparePart(part)
  partStatements.set(kind, made)
  return made
}

const partStatements = new Map<string, ReturnType<typeof preparePart>>()

/**
 * The ids come from one index that holds all that is sorted and filtered by, then the rows of these alone. How many there
 * are stands in the text: PostgreSQL plans a statement anew each time where its plan depends on what it cannot know
 * before. A cross join is taken in its order.
 */
const preparePart = ({ isUnread, isBehind, fromTheEnd, rows }: Part) =>
  prepared((db, by: { accountId: number; folderId: number; sticky: number; sortKey: number; offset: number }) => {
    const direction = fromTheEnd ? 'asc' : 'desc'
    let ids = db.selectFrom('mail').select('mail.id').where('mail.folder_id', '=', by.folderId)
    // A partial index is found by its literal condition.
    if (isUnread !== undefined) ids = ids.where(isUnread ? sql<boolean>`mail.seen = 0` : sql<boolean>`mail.seen = 1`)
    if (isBehind) {
      ids = ids.where((eb) => eb(eb.refTuple('mail.sticky', 'mail.sort_key'), '<', eb.tuple(by.sticky, by.sortKey)))
    }
    const page = ids
      .orderBy('mail.sticky', direction)
      .orderBy('mail.sort_key', direction)
      .limit(sql.lit(rows))
      .offset(by.offset)
    return db
      .selectFrom(page.as('page'))
      .crossJoin('mail')
      .innerJoin('message', 'message.id', 'mail.message_id')
      .select(COLUMNS)
      .select([labels.as('labels'), isKnown(by.accountId).as('is_known')])
      .whereRef('mail.id', '=', 'page.id')
      .orderBy('mail.sticky', direction)
      .orderBy('mail.sort_key', direction)
      .compile()
  })
