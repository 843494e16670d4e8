import { compareBytes, type FolderRole, type MailSort, orderedSubject, orderedText } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import type { OwnList, UnreadFilter } from '../list-window/listQuery.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { pagingOf, unreadOf } from '../mailbox/pageCall.ts'

/** How a folder is shown: in which order, and which of its mails. */
export interface Arrangement {
  readonly sort: MailSort
  readonly ascending: boolean
  /** Mails with attached files alone. */
  readonly files: boolean
  readonly starred: boolean
  /** Mails from this address alone; '' for all. */
  readonly sender: string
}

export const SORTS: readonly MailSort[] = ['date', 'sender', 'subject', 'size', 'attachment']

/** The order in which a sort begins: text from its beginning, everything else from the newest or largest on. */
export const beginsAscending = (sort: MailSort): boolean => sort === 'sender' || sort === 'subject'

/** Reads what {@link orderText} and {@link onlyText} wrote; what makes no sense is as if it was not there. */
export function arrangementOf(order: string, only: string): Arrangement {
  const [name, way] = order.split(' ')
  const sort = SORTS.find((one) => one === name) ?? 'date'
  const filters = new URLSearchParams(only)
  return {
    sort,
    ascending: way === undefined ? beginsAscending(sort) : way === 'up',
    files: filters.has('files'),
    starred: filters.has('starred'),
    sender: filters.get('sender') ?? '',
  }
}

/** An order as it is remembered; '' for that of time, newest first. */
export const orderText = ({ sort, ascending }: Pick<Arrangement, 'sort' | 'ascending'>): string =>
  sort === 'date' && !ascending ? '' : `${sort} ${ascending ? 'up' : 'down'}`

/** Which mails are shown, as it is kept; '' for all. */
export function onlyText({ files, starred, sender }: Pick<Arrangement, 'files' | 'starred' | 'sender'>): string {
  const filters = new URLSearchParams()
  if (files) filters.set('files', '1')
  if (starred) filters.set('starred', '1')
  if (sender) filters.set('sender', sender)
  return `${filters}`
}

interface ArrangedFolder {
  readonly folderId: number
  readonly role: FolderRole
  readonly unread: UnreadFilter
}

/** What the calls for an arranged folder say of it. */
export const callOf = (folderId: number, unread: UnreadFilter, arranged: Arrangement) => ({
  mailboxId: folderId,
  sort: arranged.sort,
  ascending: arranged.ascending ? ('1' as const) : ('0' as const),
  ...unreadOf(unread),
  ...(arranged.files ? { hasAttachment: '1' as const } : {}),
  ...(arranged.starred ? { isStarred: '1' as const } : {}),
  ...(arranged.sender ? { sender: arranged.sender } : {}),
})

/** The list of a folder that is arranged. The server finds its pages; what comes and goes finds its place here. */
export function arrangedList({ folderId, role, unread }: ArrangedFolder, arranged: Arrangement): OwnList {
  const { sender, files, starred } = arranged
  const call = callOf(folderId, unread, arranged)
  const passes = (row: MailRow): boolean =>
    (unread === 'any' || (unread === 'unread') === !row.seen) && (!starred || row.color > 0)
  return {
    kind: 'own',
    folderId,
    name: `arranged ${JSON.stringify(call)}`,
    // A mail that was read or lost its star stays until the list is opened again.
    belongs: (row, here) =>
      row?.mailboxId === folderId &&
      (!files || row.hasAttachment) &&
      (!sender || row.from.address.toLowerCase() === sender.toLowerCase()) &&
      (here || passes(row)),
    compare: comparing(arranged, role),
    keepsWhatLeft: unread !== 'any' || starred,
    ask: (start, options) => http.get('mail/email/mailbox/list', { ...pagingOf(start), ...call }, options),
    askMarked: (before, options) =>
      http.get('mail/email/mailbox/marked', { ...call, ...(before === null ? {} : { before }) }, options),
  }
}

/** Mails of the same place stand newest first, as the server has them. */
function comparing({ sort, ascending }: Arrangement, role: FolderRole): (a: MailRow, b: MailRow) => number {
  const way = ascending ? 1 : -1
  return (a, b) => way * compareBy(sort, role, a, b) || b.sortValues[1] - a.sortValues[1] || b.mailId - a.mailId
}

function compareBy(sort: MailSort, role: FolderRole, a: MailRow, b: MailRow): number {
  switch (sort) {
    case 'date':
      return a.sortValues[1] - b.sortValues[1]
    case 'size':
      return a.size - b.size
    case 'attachment':
      return Number(a.hasAttachment) - Number(b.hasAttachment)
    case 'subject':
      return compareBytes(orderedSubject(a.subject), orderedSubject(b.subject))
    case 'sender':
      return compareBytes(orderedText(personOf(a, role)), orderedText(personOf(b, role)))
  }
}

/** Who a mail is sorted by: its sender, or the first recipient of one's own. */
function personOf({ from, to }: MailRow, role: FolderRole): string {
  const person = role === 'sent' || role === 'drafts' ? to[0] : from
  return person?.name || person?.address || ''
}
