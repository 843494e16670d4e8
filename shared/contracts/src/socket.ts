import { z } from 'zod'
import { counters } from './http/folders.ts'
import { mailAddress, mailListItem } from './http/mail.ts'
import { NOTIFICATION_SUBJECT_LENGTH } from './limits.ts'

/** Characters of an event's data as JSON; three bytes each still fit into the 8,000 that PostgreSQL carries. */
const MAX_EVENT_DATA_LENGTH = 2_000
/** Changes of an account are numbered from 1 on without gaps; 0 is before the first. */
const changeNumber = z.number().int().nonnegative()

/**
 * The push socket `{wsUrl}/mail/message/{userMail}` (§7). Browsers cannot send an Authorization header with a socket
 * and addresses end up in logs, so the token travels in the first message. The server closes with 4401 when it is not
 * good, or does not come within five seconds.
 */
export const socketHello = z.object({
  type: z.literal('auth'),
  accessToken: z.string(),
  /**
   * The number of the last change the page has received: of its last message, or before any the smallest that its answers
   * carried (`CHANGE_HEADER`). The server sends what changed after it. Without it nothing counts as missed.
   */
  since: changeNumber.optional(),
})
export type SocketHello = z.infer<typeof socketHello>

/**
 * Sent when an answer that was asked for before the greeting arrives after it and is older than the greeting's number.
 * The server sends the changes after `since` again.
 */
export const socketCatchUp = z.object({ type: z.literal('catchUp'), since: changeNumber })
export type SocketCatchUp = z.infer<typeof socketCatchUp>

/**
 * Sent after the hello and the missed changes. `missed`: there are too many changes to send (`CATCH_UP_CHANGES`), so the
 * page reads everything again; such a message may come at any time.
 */
const ready = z.object({ optType: z.literal('ready'), seq: changeNumber, missed: z.boolean() })

/** With this message the page has all changes up to this number. */
const seq = changeNumber

/** A mail arrived. `item` is the row as the list shows it, so that nothing has to be fetched. */
const newMail = z.object({
  optType: z.literal('mail'),
  seq,
  mailSubject: z.string().max(NOTIFICATION_SUBJECT_LENGTH),
  mailFrom: mailAddress,
  mailboxId: z.number().int(),
  mailId: z.number().int(),
  item: mailListItem,
  counters,
})

/** Something changed, here or in another window. Lists that hold these mails or folders are out of date. */
const mailbox = z.object({
  optType: z.literal('mailbox'),
  seq,
  /**
   * updated: flags or labels, rows in `items`; removed: gone from `mailboxId`, or when that is null from wherever they were;
   * added: came into it, from another folder or
   * as something new (mails that moved without their rows are sent as removed before); folders: the tree.
   */
  change: z.enum(['updated', 'removed', 'added', 'folders', 'settings']),
  mailboxId: z.number().int().nullable(),
  mailIds: z.array(z.number().int()),
  /** The rows as they now are; empty when more than fifty mails changed at once, then refetch. */
  items: z.array(mailListItem),
  counters,
})

/**
 * An event for one remote, such as `calendar.changed`; the shell does not know its meaning. Names are open, and an unknown
 * one is ignored. The form of `data` belongs to sender and receiver, who check it; it is short (ids, not contents),
 * because it travels between servers in one notification of the database.
 */
const event = z.object({
  optType: z.literal('event'),
  name: z.string().regex(/^[a-z]\w*(\.\w+)+$/),
  data: z.unknown().refine((data) => (JSON.stringify(data) ?? '').length <= MAX_EVENT_DATA_LENGTH),
})

export const socketMessage = z.discriminatedUnion('optType', [ready, newMail, mailbox, event])
export type SocketMessage = z.infer<typeof socketMessage>
export type NewMailMessage = z.infer<typeof newMail>
export type MailboxMessage = z.infer<typeof mailbox>
export type EventMessage = z.infer<typeof event>
