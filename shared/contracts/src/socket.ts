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
   * The number of the last change the page has heard of: of its last message, or before any the smallest that its answers
   * carried (`CHANGE_HEADER`). The server tells what changed after it. Without it nothing counts as missed.
   */
  since: changeNumber.optional(),
})
export type SocketHello = z.infer<typeof socketHello>

/**
 * What a page may say later: an answer that it had asked for before the greeting came after it and is older than what the
 * greeting spoke of. The server tells what changed after `since` once more.
 */
export const socketCatchUp = z.object({ type: z.literal('catchUp'), since: changeNumber })
export type SocketCatchUp = z.infer<typeof socketCatchUp>

/**
 * Said after the hello and the changes that were missed. `missed`: they are too many to be told (`CATCH_UP_CHANGES`), so
 * everything that is shown is to be read again; then it may be said at any time.
 */
const ready = z.object({ optType: z.literal('ready'), seq: changeNumber, missed: z.boolean() })

/** Up to which change a page has been told everything, once it has taken in this message. */
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
   * as something new (mails that moved without their rows are told as removed before); folders: the tree.
   */
  change: z.enum(['updated', 'removed', 'added', 'folders', 'settings']),
  mailboxId: z.number().int().nullable(),
  mailIds: z.array(z.number().int()),
  /** The rows as they now are; empty when more than fifty mails changed at once, then refetch. */
  items: z.array(mailListItem),
  counters,
})

/**
 * Something happened that one remote is concerned with and the shell is not: `calendar.changed`. Names are open; whoever
 * does not know one passes over it. `data` is what the two sides of that name have agreed on, and is checked by them; it is
 * short (ids, not contents), because it travels between servers in one notice of the database.
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
