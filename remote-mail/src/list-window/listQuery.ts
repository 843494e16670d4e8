import type { FolderRole, MailList, MarkedMails, SearchQuery } from '@yanshu/contracts'
import type { ListRules, PageStart } from '@yanshu/lists'
import type { LoginScope } from '@yanshu/shell-api'
import type { MailAction } from '../list-view/mailActions.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'

/** Which mails a list shows. Lists are the same when their keys are ({@link listKey}). */
export type ListQuery =
  | { readonly kind: 'folder'; readonly folderId: number; readonly unread: UnreadFilter }
  | { readonly kind: 'all'; readonly unread: UnreadFilter }
  | { readonly kind: 'label'; readonly labelId: number; readonly unread: UnreadFilter }
  | { readonly kind: 'favorite'; readonly unread: UnreadFilter }
  | { readonly kind: 'related'; readonly address: string; readonly unread: UnreadFilter }
  /** Unread mails from an address or of a group (without @), among the newest unread ones. */
  | { readonly kind: 'sender'; readonly address: string; readonly unread: 'unread' }
  | { readonly kind: 'search'; readonly search: SearchTerms }
  | OwnList

/** A list of a part that comes later, and brings what decides about its mails and asks for them. */
export interface OwnList extends ListRules<MailRow> {
  readonly kind: 'own'
  /** Equal for lists that show the same. */
  readonly name: string
  /** The folder whose mails alone it has. */
  readonly folderId: number
  readonly ask: (start: PageStart, options: CallOptions) => Promise<MailList>
  /** Asks for a part of all of it, to be acted on. */
  readonly askMarked: (before: number | null, options: CallOptions) => Promise<MarkedMails>
  /** Mails with stars alone, whatever is chosen. */
  readonly starred?: boolean
  /** Where a row stands for several mails. */
  readonly whole?: {
    /** The mails that an action is done to; none where that failed, after a word about it. */
    readonly of: (ids: readonly number[], action?: MailAction) => Promise<readonly number[]>
    /** One of those that the row does not show is unread. */
    readonly isUnread: (id: number) => boolean
  }
}

/** Does something with the mails for which rows of a list stand: at once where each stands for one. */
export function onWhole<T>(
  query: ListQuery | undefined,
  ids: readonly number[],
  work: (ids: readonly number[]) => T | Promise<T>,
  action?: MailAction,
): T | Promise<T> {
  const whole = query?.kind === 'own' && query.whole
  return whole ? whole.of(ids, action).then(work) : work(ids)
}

/** How a page is asked for: in the name of a login, with no message of its own where it fails. */
export interface CallOptions {
  readonly signal: AbortSignal
  readonly silent: true
  readonly login: LoginScope
}

/** A list whose rules stand here. */
export type KnownList = Exclude<ListQuery, OwnList>

/** 'unread' and 'read' filter; 'any' shows both. */
export type UnreadFilter = 'any' | 'unread' | 'read'

export type SearchTerms = Omit<SearchQuery, 'pageSize' | 'sortValues' | 'offset'>

/** Equal for lists that show the same. */
export const listKey = (query: ListQuery): string => JSON.stringify(query, Object.keys(flatten(query)).sort())

function flatten(query: ListQuery): object {
  return query.kind === 'search' ? { ...query, ...query.search } : query
}

/** Answers the role of a folder: lists over all folders leave out recycle bin and spam. */
export type RoleOf = (folderId: number) => FolderRole | undefined

/**
 * Whether a mail belongs to a list. `here` is true when it stands in it now: a mail that was read while it stood in the
 * list of unread ones stays until the list is opened again, so that nothing is pulled away under the reader.
 * The server alone decides what a search matches, so a mail can leave such a list, never enter it.
 */
export function belongs(query: KnownList, row: MailRow | undefined, here: boolean, roleOf: RoleOf): boolean {
  if (!row) return false
  if (query.kind === 'search') {
    const { mailboxId } = query.search
    return here && (mailboxId === undefined ? isListedEverywhere(row, roleOf) : row.mailboxId === mailboxId)
  }
  if (!here && !passes(query.unread, row)) return false
  switch (query.kind) {
    case 'folder':
      return row.mailboxId === query.folderId
    case 'label':
      return row.labelIds.includes(query.labelId) && isListedEverywhere(row, roleOf)
    case 'favorite':
      return row.color > 0 && isListedEverywhere(row, roleOf)
    case 'sender':
      return (
        (query.address.includes('@') ? row.from.address.toLowerCase() === query.address.toLowerCase() : here) &&
        isListedEverywhere(row, roleOf)
      )
    case 'related':
      return here && isListedEverywhere(row, roleOf)
    case 'all':
      return isListedEverywhere(row, roleOf)
  }
}

const passes = (filter: UnreadFilter, row: MailRow): boolean => filter === 'any' || (filter === 'unread') === !row.seen

function isListedEverywhere(row: MailRow, roleOf: RoleOf): boolean {
  const role = roleOf(row.mailboxId)
  return role !== 'trash' && role !== 'spam'
}

/** The order of a list: in folders sticky mails first, then newest first. Negative when `a` stands above `b`. */
export function compareRows(query: KnownList, a: MailRow, b: MailRow): number {
  const sticky = query.kind === 'folder' ? Number(b.sticky) - Number(a.sticky) : 0
  return sticky || b.sortValues[1] - a.sortValues[1] || b.mailId - a.mailId
}
