import { compareBytes, type FolderRole, type MailSort, orderedSubject, orderedText } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import {
  belongs,
  type KnownList,
  listKey,
  type OwnList,
  type RoleOf,
  type SearchTerms,
} from '../list-window/listQuery.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { pagingOf, unreadOf } from '../mailbox/pageCall.ts'

/** How a list is shown: in which order, and which of its mails. */
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

/** A list whose order and mails can be chosen. */
export type ArrangeableList = Exclude<KnownList, { kind: 'related' | 'sender' | 'search' }>

/** Whether the order and the mails of a list can be chosen. */
export const isArrangeable = (query: { readonly kind: string }): query is ArrangeableList =>
  ['folder', 'label', 'favorite', 'all'].includes(query.kind)

/** The fields of the calls for an arranged list, besides the one that names the list. */
const callOf = ({ unread }: ArrangeableList, arranged: Arrangement) => ({
  sort: arranged.sort,
  ascending: arranged.ascending ? ('1' as const) : ('0' as const),
  ...unreadOf(unread),
  ...(arranged.files ? { hasAttachment: '1' as const } : {}),
  ...(arranged.starred ? { isStarred: '1' as const } : {}),
  ...(arranged.sender ? { sender: arranged.sender } : {}),
})

/** Which list is acted on as a whole. */
export const markedOf = (query: ArrangeableList) =>
  query.kind === 'folder'
    ? { mailboxId: query.folderId }
    : query.kind === 'label'
      ? { labelId: query.labelId }
      : query.kind === 'favorite'
        ? { isStarred: '1' as const }
        : {}

/** A list that is arranged. The server finds its pages; what comes and goes finds its place here. */
export function arrangedList(query: ArrangeableList, arranged: Arrangement, roleOf: RoleOf): OwnList {
  const { sender, files, starred } = arranged
  const { unread } = query
  const call = callOf(query, arranged)
  const passes = (row: MailRow): boolean =>
    (unread === 'any' || (unread === 'unread') === !row.seen) && (!starred || row.color > 0)
  const folderId = query.kind === 'folder' ? query.folderId : 0
  return {
    kind: 'own',
    folderId,
    name: `arranged ${listKey(query)} ${JSON.stringify(call)}`,
    starred: query.kind === 'favorite',
    // A mail that was read or lost its star stays until the list is opened again.
    belongs: (row, here) =>
      row !== undefined &&
      belongs({ ...query, unread: 'any' }, row, here, roleOf) &&
      (!files || row.hasAttachment) &&
      (!sender || row.from.address.toLowerCase() === sender.toLowerCase()) &&
      (here || passes(row)),
    compare: comparing(arranged, (folderId && roleOf(folderId)) || 'custom'),
    keepsWhatLeft: unread !== 'any' || starred,
    ask: (start, options) => {
      const page = { ...pagingOf(start), ...call }
      if (query.kind === 'label') return http.get('mail/email/label/list', { ...page, labelId: query.labelId }, options)
      if (query.kind === 'favorite') return http.get('mail/email/favorite/list', page, options)
      return http.get('mail/email/mailbox/list', folderId ? { ...page, mailboxId: folderId } : page, options)
    },
    askMarked: (before, options) =>
      http.get(
        'mail/email/mailbox/marked',
        { ...call, ...markedOf(query), ...(before === null ? {} : { before }) },
        options,
      ),
  }
}

/** The newest hits of a search in an order: the server alone decides which mails are hits. */
export function sortedHits(search: SearchTerms, arranged: Arrangement): OwnList {
  const call = { ...search, sort: arranged.sort, ascending: arranged.ascending ? ('1' as const) : ('0' as const) }
  return {
    kind: 'own',
    folderId: search.mailboxId === undefined ? 0 : Number(search.mailboxId),
    name: `hits ${JSON.stringify(call)}`,
    belongs: (row, here) => row !== undefined && here,
    compare: comparing(arranged, 'custom'),
    ask: (start, options) => http.get('mail/email/search', { ...pagingOf(start), ...call }, options),
    askMarked: (before, options) =>
      http.get('mail/email/search/marked', { ...call, ...(before === null ? {} : { before }) }, options),
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
