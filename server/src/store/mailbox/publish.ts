import type { MailboxMessage } from '@yanshu/contracts'
import { NOTIFICATION_SUBJECT_LENGTH } from '@yanshu/contracts'
import type { Context } from '../context/context.ts'
import { countersOf } from './counters.ts'
import { listItems } from './listItems.ts'

/** Rows that travel with a message; beyond that windows fetch what they show. */
export const ITEMS_MAX = 50

export interface Change {
  readonly change: MailboxMessage['change']
  /** The folder that is concerned, null when it is several or none. */
  readonly mailboxId: number | null
  readonly mailIds?: readonly number[]
}

type Parts = Pick<Context, 'store' | 'events' | 'log'>

/**
 * Tells the account's open windows what changed, with counters and rows as they now are. After the commit, so it never
 * throws: what is done is done, and a window that missed it asks again.
 */
export async function publishChange(context: Parts, accountId: number, change: Change): Promise<void> {
  try {
    await tellChange(context, accountId, change)
  } catch (error) {
    context.log.warn({ err: error, accountId }, 'open windows could not be told of a change')
  }
}

async function tellChange(context: Parts, accountId: number, change: Change): Promise<void> {
  // A window that opens later reads the store, where the change is already.
  if (!context.events.changed(accountId)) return
  const mailIds = change.mailIds ?? []
  const gone = change.change === 'removed'
  const { db } = context.store
  context.events.publish(accountId, {
    optType: 'mailbox',
    change: change.change,
    mailboxId: change.mailboxId,
    mailIds: [...mailIds],
    items: gone || mailIds.length > ITEMS_MAX ? [] : await listItems(db, accountId, mailIds),
    counters: await countersOf(db, accountId),
  })
}

/** Announces a mail that arrived. After the commit; does nothing when the mail is gone again, and never throws. */
export async function publishNewMail(context: Parts, accountId: number, mailId: number): Promise<void> {
  try {
    await tellNewMail(context, accountId, mailId)
  } catch (error) {
    context.log.warn({ err: error, accountId, mailId }, 'new mail could not be announced')
  }
}

async function tellNewMail(context: Parts, accountId: number, mailId: number): Promise<void> {
  if (!context.events.changed(accountId)) return
  const { db } = context.store
  const [item] = await listItems(db, accountId, [mailId])
  if (!item) return
  context.events.publish(accountId, {
    optType: 'mail',
    mailSubject: cutSubject(item.subject),
    mailFrom: item.from,
    mailboxId: item.mailboxId,
    mailId,
    item,
    counters: await countersOf(db, accountId),
  })
}

/** The contract counts UTF-16 units; no character is cut in two. */
function cutSubject(subject: string): string {
  const cut = subject.slice(0, NOTIFICATION_SUBJECT_LENGTH)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
