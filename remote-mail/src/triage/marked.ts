import type { MarkedMails } from '@yanshu/contracts'
import { http, loginScope } from '@yanshu/shell-api'
import type { CallOptions, ListQuery } from '../list-window/listQuery.ts'
import { unreadOf } from '../mailbox/pageCall.ts'
import { isArrangeable, markedOf } from './arrangement.ts'

/** A mail of a list that was marked as a whole. */
export interface Marked {
  readonly mailId: number
  readonly folderId: number
  /** Its number in the folder. */
  readonly uid: number
  readonly seen: boolean
}

/** How many mails are marked at most; a list of more is acted on in several goes. */
export const MARKED_MAX = 100_000

export interface MarkedList {
  readonly mails: readonly Marked[]
  /** Whether the list has more mails than are marked. */
  readonly more: boolean
}

function askPart(query: ListQuery, before: number | null, options: CallOptions): Promise<MarkedMails> {
  const part = before === null ? {} : { before }
  switch (query.kind) {
    case 'own':
      return query.askMarked(before, options)
    case 'search':
      return http.get('mail/email/search/marked', { ...query.search, ...part }, options)
    default:
      if (isArrangeable(query)) {
        return http.get(
          'mail/email/mailbox/marked',
          { ...markedOf(query), ...unreadOf(query.unread), ...part },
          options,
        )
      }
      throw new Error(`a list of kind ${query.kind} is not marked as a whole`)
  }
}

/** The mails that a list has now. What comes later is not among them. Throws where the server does not answer. */
export async function readMarked(query: ListQuery, signal: AbortSignal): Promise<MarkedList> {
  const login = loginScope()
  const mails: Marked[] = []
  for (let before: number | null = null; ; ) {
    const part: MarkedMails = await askPart(query, before, { signal, silent: true, login })
    for (const [mailId, folderId, uid, seen] of part.list) mails.push({ mailId, folderId, uid, seen: seen === 1 })
    before = part.before
    if (before === null || mails.length >= MARKED_MAX) return { mails, more: before !== null }
  }
}
