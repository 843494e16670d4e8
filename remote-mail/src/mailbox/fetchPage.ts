import { http, type LoginScope } from '@yanshu/shell-api'
import type { ListQuery, UnreadFilter } from '../list-window/listQuery.ts'
import type { FetchPage, PageStart } from '../list-window/page.ts'
import type { EarlyPage } from './earlyPage.ts'

const pagingOf = ({ sortValues, timeZone: _onlyByDay, ...start }: PageStart) => ({
  ...start,
  ...(sortValues ? { sortValues: sortValues.join(',') } : {}),
})

/** Lists in the order of time are asked for their headings. */
const byDayOf = ({ timeZone }: PageStart) => (timeZone === undefined ? {} : { timeZone })

const unreadOf = (filter: UnreadFilter): { isUnread?: '0' | '1' } =>
  filter === 'any' ? {} : { isUnread: filter === 'unread' ? '1' : '0' }

/** What the call for a page of a folder says besides which folder. */
export const folderCall = (start: PageStart, unread: UnreadFilter) => ({
  ...pagingOf(start),
  ...byDayOf(start),
  ...unreadOf(unread),
})
export type FolderCall = ReturnType<typeof folderCall>

/**
 * Asks the server for a page of a list, in the name of a login; the call depends on what the list shows. `early` may have
 * asked for it before.
 */
export const fetchPageIn =
  (login: LoginScope, early: EarlyPage): FetchPage =>
  (query: ListQuery, start, signal) => {
    const paging = pagingOf(start)
    const byDay = { ...paging, ...byDayOf(start) }
    const options = { signal, silent: true, login }
    switch (query.kind) {
      case 'folder': {
        const mailboxId = query.folderId
        const call = folderCall(start, query.unread)
        const ask = () => http.get('mail/email/mailbox/list', { ...call, mailboxId }, options)
        // A server of an earlier release knows no roles, and answers with the mails of all folders.
        return early.take(mailboxId, call)?.then((page) => (page.mailboxId === mailboxId ? page : ask()), ask) ?? ask()
      }
      case 'all':
        return http.get('mail/email/mailbox/list', { ...byDay, ...unreadOf(query.unread) }, options)
      case 'label':
        return http.get(
          'mail/email/label/list',
          { ...byDay, ...unreadOf(query.unread), labelId: query.labelId },
          options,
        )
      case 'favorite':
        return http.get('mail/email/favorite/list', { ...byDay, ...unreadOf(query.unread) }, options)
      case 'related':
        return http.get(
          'mail/email/related/list',
          { ...paging, ...unreadOf(query.unread), address: query.address },
          options,
        )
      case 'sender':
        return http.get('mail/home/unread/list', { ...paging, address: query.address }, options)
      case 'search':
        return http.get('mail/email/search', { ...query.search, ...paging }, options)
    }
  }
