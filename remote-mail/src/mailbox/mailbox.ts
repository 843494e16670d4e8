import type { FolderRole } from '@yanshu/contracts'
import { createCollection, PAGE_ROWS, readersDay } from '@yanshu/lists'
import { folders, http, type LoginScope, markStale, perLogin, push, queryKeys, settings } from '@yanshu/shell-api'
import { counterDeltas } from '../actions/counterDeltas.ts'
import type { MailCalls } from '../actions/plans.ts'
import type { RoleOf, UnreadFilter } from '../list-window/listQuery.ts'
import { applyPush } from '../push-feed/applyPush.ts'
import { EarlyPage } from './earlyPage.ts'
import { fetchPageIn } from './fetchPage.ts'
import { type Mails, mailKind } from './mailKind.ts'
import { folderCall } from './pageCall.ts'

/** What remote-mail has of the user's mailbox: one per login. */
export interface Mailbox extends Mails {
  readonly calls: MailCalls
  readonly roleOf: RoleOf
  /** Asks for the beginning of the folder of a role while it is not known which one that is. */
  readonly askEarly: (role: Exclude<FolderRole, 'custom'>, unread: UnreadFilter) => void
}

/** The mailbox of the login, made when it is first asked for. */
export const mailbox = perLogin(createMailbox, ({ lists }) => lists.close())

/** All calls in it belong to its login, also those that a queue or a timer begins later. */
function createMailbox(login: LoginScope): Mailbox {
  const roleOf: RoleOf = (folderId) => folders.tree().byId(folderId)?.role
  const kind = mailKind(roleOf)
  const early = new EarlyPage(login, () => mails.cache.now())
  const today = () => readersDay(settings.current().general.timeZone)
  const mails: Mails = createCollection(kind, {
    fetchPage: fetchPageIn(login, early),
    today,
    counters: {
      deltasOf: (changes) => counterDeltas(changes, roleOf),
      adjust: folders.adjust,
      refresh: () => folders.refresh(),
    },
  })
  const calls: MailCalls = { post: (path, body) => http.post(path, body, { silent: true, login }) }
  const askEarly: Mailbox['askEarly'] = (role, unread) =>
    early.ask(role, folderCall({ pageSize: PAGE_ROWS, timeZone: today().timeZone }, unread))
  return { ...mails, calls, roleOf, askEarly }
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

/** A mail that moved may have been delivered or taken back: its details, with the deliveries, are asked for again. */
function forgetDeliveries(mailIds: readonly number[]): void {
  for (const id of mailIds) markStale(queryKeys.mail(id))
}
