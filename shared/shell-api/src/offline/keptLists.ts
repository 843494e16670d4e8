import type { FolderRole, MailList, MailListItem } from '@yanshu/contracts'
import { keptHeadings } from './keptHeadings.ts'

type Query = Readonly<Record<string, unknown>>

/** What of the folders lists depend on. */
export interface FolderRoles {
  roleOf(folderId: number): FolderRole | undefined
  idOf(role: string): number | undefined
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim().toLowerCase() : '')
const number = (value: unknown): number | undefined => {
  const read = Number(value)
  return value === undefined || value === null || value === '' || !Number.isFinite(read) ? undefined : read
}

const isPersonOf = (sought: string, { from, to }: MailListItem): boolean =>
  [from, ...to].some(({ name, address }) => `${name} ${address}`.toLowerCase().includes(sought))

/** Whether a row is found: every word stands in its subject or among its people. Texts are not searched without a network. */
function isFound(row: MailListItem, query: Query): boolean {
  const kind = number(query.searchType) ?? 3
  const words = text(query.searchKeyword).split(/\s+/).filter(Boolean)
  const inSubject = (word: string) => row.subject.toLowerCase().includes(word)
  const everyWord = words.every((word) =>
    kind === 1 ? inSubject(word) : kind === 2 ? isPersonOf(word, row) : inSubject(word) || isPersonOf(word, row),
  )
  const { from, to } = row
  const hasFrom = `${from.name} ${from.address}`.toLowerCase().includes(text(query.from))
  const sought = text(query.to)
  const hasTo = sought === '' || to.some(({ name, address }) => `${name} ${address}`.toLowerCase().includes(sought))
  const files = number(query.hasAttachment) ?? 2
  const begin = number(query.startTime) ?? 0
  const end = number(query.endTime) ?? Number.POSITIVE_INFINITY
  return (
    everyWord &&
    inSubject(text(query.subject)) &&
    hasFrom &&
    hasTo &&
    (files === 2 || row.hasAttachment === (files === 1)) &&
    row.date >= begin &&
    row.date <= end
  )
}

const isUnreadWanted = (query: Query, path: string): boolean | undefined => {
  const value = number(query.isUnread)
  // In searches 2 is for all.
  if (value === undefined || (path === 'mail/email/search' && value === 2)) return undefined
  return value === 1
}

/** Which rows a list shows; null for a list that cannot be made of what is kept. */
function chosen(path: string, query: Query, { roleOf, idOf }: FolderRoles): ((row: MailListItem) => boolean) | null {
  const everywhere = ({ mailboxId }: MailListItem) => !['trash', 'spam'].includes(roleOf(mailboxId) ?? '')
  const folder = number(query.mailboxId)
  switch (path) {
    case 'mail/email/mailbox/list': {
      const wanted = folder ?? (typeof query.role === 'string' ? idOf(query.role) : undefined)
      if (wanted === undefined) return query.role === undefined ? everywhere : null
      return ({ mailboxId }) => mailboxId === wanted
    }
    case 'mail/email/label/list': {
      const label = number(query.labelId)
      return (row) => everywhere(row) && label !== undefined && row.labelIds.includes(label)
    }
    case 'mail/email/favorite/list':
      return (row) => everywhere(row) && row.color > 0
    case 'mail/home/unread/list':
      return (row) => everywhere(row) && !row.seen && row.from.address.toLowerCase() === text(query.address)
    case 'mail/email/related/list':
      return (row) => everywhere(row) && isPersonOf(text(query.address), row)
    case 'mail/email/search':
    case 'mail/email/quick/list':
      // Rows do not name the files of their mails.
      if (query.fileType !== undefined) return null
      return (row) => (folder === undefined ? everywhere(row) : row.mailboxId === folder) && isFound(row, query)
    default:
      return null
  }
}

/** A list made of kept rows, as the call would answer it; undefined for a list that cannot be made of them. */
export function keptList(
  path: string,
  query: Query,
  rows: readonly MailListItem[],
  folders: FolderRoles,
  now: number,
): MailList | undefined {
  const belongs = chosen(path, query, folders)
  if (!belongs) return undefined
  const unread = isUnreadWanted(query, path)
  const named = number(query.mailboxId) ?? (typeof query.role === 'string' ? folders.idOf(query.role) : undefined)
  const inFolder = path === 'mail/email/mailbox/list' && named !== undefined
  const all = rows
    .filter((row) => belongs(row) && (unread === undefined || row.seen !== unread))
    .sort((a, b) => (inFolder ? Number(b.sticky) - Number(a.sticky) : 0) || b.sortValues[1] - a.sortValues[1])
  const start = startOf(query, all, inFolder)
  const end = start + (number(query.pageSize) ?? 50)
  const page = { list: all.slice(start, end), total: all.length, more: all.length > end }
  const timeZone = number(query.timeZone)
  return {
    ...page,
    ...(timeZone === undefined ? {} : { headings: keptHeadings(all, { now, timeZone, inFolder }) }),
    ...(typeof query.role === 'string' && named !== undefined ? { mailboxId: named } : {}),
  }
}

/** The row with which a page begins: behind a cursor, at a number, or the first. */
function startOf({ sortValues, offset }: Query, rows: readonly MailListItem[], inFolder: boolean): number {
  const [sticky, key] = typeof sortValues === 'string' ? sortValues.split(',').map(Number) : []
  if (sticky === undefined || key === undefined) return number(offset) ?? 0
  const isBehind = (row: MailListItem) =>
    inFolder && Number(row.sticky) !== sticky ? Number(row.sticky) < sticky : row.sortValues[1] < key
  const found = rows.findIndex(isBehind)
  return found < 0 ? rows.length : found
}
