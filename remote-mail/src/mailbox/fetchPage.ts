import type { MailList } from '@yanshu/contracts'
import type { PageStart } from '@yanshu/lists'
import { http, type LoginScope } from '@yanshu/shell-api'
import type { ListQuery } from '../list-window/listQuery.ts'
import type { EarlyPage } from './earlyPage.ts'
import { byDayOf, folderCall, pagingOf, unreadOf } from './pageCall.ts'

export type FetchMails = (query: ListQuery, start: PageStart, signal: AbortSignal) => Promise<MailList>

/**
 * Asks the server for a page of a list, in the name of a login; the call depends on what the list shows. `early` may have
 * asked for it before.
 */
export const fetchPageIn =
  (login: LoginScope, early: EarlyPage): FetchMails =>
  (query: ListQuery, start, signal) => {
    const paging = pagingOf(start)
    const byDay = { ...paging, ...byDayOf(start) }
    const options = { signal, silent: true, login } as const
    switch (query.kind) {
      case 'folder': {
        const mailboxId = query.folderId
        const call = folderCall(start, query.unread)
        const ask = () => http.get('mail/email/mailbox/list', { ...call, mailboxId }, options)
        // A server of an earlier release does not read the role, and answers with the mails of all folders.
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
      case 'own':
        return query.ask(start, options)
    }
  }
