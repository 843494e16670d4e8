import type { FolderRole, MailDetail } from '@yanshu/contracts'
import { folders, http, type LoginScope, markStale, perLogin, push, queryKeys, settings } from '@yanshu/shell-api'
import { ActionEngine } from '../actions/engine.ts'
import type { MailCalls } from '../actions/plans.ts'
import { readersDay } from '../list-window/dayCounts.ts'
import type { RoleOf, UnreadFilter } from '../list-window/listQuery.ts'
import { Lists } from '../list-window/lists.ts'
import { type FetchPage, PAGE_ROWS } from '../list-window/page.ts'
import { MailCache, type MailRow } from '../mail-cache/mailCache.ts'
import { applyPush } from '../push-feed/applyPush.ts'
import { EarlyPage } from './earlyPage.ts'
import { fetchPageIn, folderCall } from './fetchPage.ts'

/** What remote-mail knows of the user's mailbox: one per login. */
export interface Mailbox {
  readonly cache: MailCache
  readonly lists: Lists
  readonly engine: ActionEngine
  readonly calls: MailCalls
  readonly fetchPage: FetchPage
  readonly roleOf: RoleOf
  /** Asks for the beginning of the folder of a role while it is not known which one that is. */
  readonly askEarly: (role: Exclude<FolderRole, 'custom'>, unread: UnreadFilter) => void
}

/** How long the push that follows an answer may take before it counts as missed. */
const ECHO_GRACE_MS = 2_500

/** The mailbox of the login, made when it is first asked for. */
export const mailbox = perLogin(createMailbox, ({ lists }) => lists.close())

/** All calls in it belong to its login, also those that a queue or a timer begins later. */
function createMailbox(login: LoginScope): Mailbox {
  const cache = new MailCache()
  const roleOf: RoleOf = (folderId) => folders.tree().byId(folderId)?.role
  const early = new EarlyPage(login, cache.now)
  const fetchPage = fetchPageIn(login, early)
  const today = () => readersDay(settings.current().general.timeZone)
  const lists: Lists = new Lists({
    cache,
    fetch: fetchPage,
    roleOf,
    busy: () => engine.busy,
    today,
    previewColumns: () => lists.previewColumns,
  })
  const engine: ActionEngine = new ActionEngine({
    cache,
    roleOf,
    adjust: folders.adjust,
    refreshCounters: () => folders.refresh(),
    revalidate: () => lists.revalidate(),
    settled: () => lists.settle(),
    echoGraceMs: ECHO_GRACE_MS,
  })
  const calls: MailCalls = { post: (path, body) => http.post(path, body, { silent: true, login }) }
  const askEarly: Mailbox['askEarly'] = (role, unread) =>
    early.ask(role, folderCall({ pageSize: PAGE_ROWS, timeZone: today().timeZone }, unread))
  return { cache, lists, engine, calls, fetchPage, roleOf, askEarly }
}

/** Follows the push socket. Returns how to stop. */
export function startMailbox(): () => void {
  const stops = [
    push.on((message) => {
      applyPush(message, mailbox())
      if (message.optType === 'mailbox' && message.change === 'updated') return
      if (message.optType === 'mailbox') forgetDeliveries(message.mailIds)
    }),
    push.onReconnect((missed) => {
      const { lists } = mailbox()
      if (missed) lists.revalidate()
      else lists.retryFailed()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** A mail that moved may have been delivered or taken back: what its page says of that is asked again. */
function forgetDeliveries(mailIds: readonly number[]): void {
  for (const id of mailIds) markStale(queryKeys.mail(id))
}

/** The row that a whole mail has in lists. */
export function rowOfDetail(detail: MailDetail): MailRow {
  const {
    sender: _sender,
    replyTo: _replyTo,
    cc: _cc,
    bcc: _bcc,
    sentAt: _sentAt,
    messageId: _messageId,
    html: _html,
    text: _text,
    truncated: _truncated,
    attachments: _attachments,
    readReceiptTo: _readReceiptTo,
    sendId: _sendId,
    deliveries: _deliveries,
    ...row
  } = detail
  return { ...row, to: row.to.slice(0, ROW_RECIPIENTS) }
}

/** Recipients that a row names; `toCount` says how many there are. */
const ROW_RECIPIENTS = 3
