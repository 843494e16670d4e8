import type { Context } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import type { DraftTable } from '../../store/database/schema.ts'
import { skipLocked } from '../../store/database/skipLocked.ts'
import type { Trx } from '../../store/database/transact.ts'
import { lockMailboxes, markMails, readAddresses } from '../../store/mailbox/index.ts'
import { type DeliveryFailure, type DeliveryOutcome, deliverStored } from '../delivery/deliverMessage.ts'
import { findDestinations } from '../delivery/recipients.ts'
import { searchedAddresses } from '../reading/prepareMessage.ts'

/** Said to a sender whose mail cannot leave, in both languages: the reason stands in the mail and in the bounce. */
export const NO_RELAY =
  '未开通组织外部邮件，请联系管理员 / Mail outside the organisation is not set up; ask your administrator'

/** Said to a sender when this server failed to let the mail go for as long as it tries. */
const GAVE_UP =
  '服务器多次尝试后仍无法发出此邮件，请联系管理员 / The server could not send this mail; tell your administrator'

const LOCAL_FAILURES: Record<DeliveryFailure | 'unknown', string> = {
  full: '对方邮箱空间已满 / The mailbox is full',
  'too-small': '邮件超出对方邮箱的总空间 / The mail is larger than the whole mailbox',
  gone: '对方账号已停用 / The account was switched off',
  unknown: '没有这个用户 / There is no such user',
}

export interface Released {
  /** The sender, 0 for the system's own mail. */
  readonly accountId: number
  readonly outcome: Pick<DeliveryOutcome, 'delivered'>
}

/**
 * Lets a held mail go, in the caller's transaction: local people get it and are marked as delivered together, so that no
 * crash delivers twice; the others are queued for the relay. Answers null when somebody else was first, or the sender
 * took it back.
 */
export async function releaseMail(trx: Trx, context: Context, outgoingId: string): Promise<Released | null> {
  const claimed = await skipLocked(
    context.store.engine,
    trx
      .selectFrom('outgoing')
      .select(['account_id', 'mail_id', 'message_id', 'writing'])
      .where('id', '=', outgoingId)
      .where('state', '=', 'held'),
  ).executeTakeFirst()
  if (!claimed) return null
  await trx
    .updateTable('outgoing')
    .set({ state: 'released', writing: null, attempts: 0, retry_at: 0 })
    .where('id', '=', outgoingId)
    .execute()
  const now = context.now()
  const recipients = await trx
    .selectFrom('outgoing_recipient')
    .select('address')
    .where('outgoing_id', '=', outgoingId)
    .execute()
  const addresses = recipients.map((recipient) => recipient.address)
  const destinations = await findDestinations(trx, addresses)
  const accounts = new Map<string, number>()
  for (const [address, destination] of destinations) {
    if (destination.kind === 'account') accounts.set(address, destination.accountId)
  }

  // All at once: the sender's mailbox changes too, and two people may be writing to each other.
  await lockMailboxes(trx, context.store.engine, [claimed.account_id, ...accounts.values()])
  const outcome = await deliverStored(trx, context, await storedMessage(trx, claimed.message_id), {
    accountIds: [...accounts.values()],
    role: 'inbox',
    receivedAt: now,
  })
  const failures = new Map(outcome.failed.map((failure) => [failure.accountId, failure.reason]))

  for (const address of addresses) {
    const accountId = accounts.get(address)
    const kind = destinations.get(address)?.kind
    const set = (state: 'delivered' | 'queued' | 'failed', reason = '') =>
      trx
        .updateTable('outgoing_recipient')
        .set({ state, reason, next_attempt_at: state === 'queued' ? now : 0 })
        .where('outgoing_id', '=', outgoingId)
        .where('address', '=', address)
        .execute()
    if (accountId !== undefined) {
      const failure = failures.get(accountId)
      await (failure ? set('failed', LOCAL_FAILURES[failure]) : set('delivered'))
    } else if (kind === 'elsewhere') {
      await (context.config.relay ? set('queued') : set('failed', NO_RELAY))
    } else {
      await set('failed', LOCAL_FAILURES[kind === 'disabled' ? 'gone' : 'unknown'])
    }
  }
  await markAnswered(trx, context, claimed.account_id, claimed.writing)
  noteSent(trx, claimed)
  await finishIfDone(trx, outgoingId, now)
  return { accountId: claimed.account_id, outcome }
}

/** What became of a mail's recipients stands with its sender's copy. */
export function noteSent(trx: Trx, { account_id, mail_id }: { account_id: number; mail_id: number }): void {
  // The system's own mail has neither sender nor copy.
  if (account_id !== 0) noteChange(trx, account_id, { kind: 'updated', folderId: null, mailIds: [mail_id] })
}

/** Ends a held mail that could not be let go for days: its sender gets a report instead of silence. */
export async function giveUp(trx: Trx, outgoingId: string, now: number): Promise<void> {
  const held = await trx
    .updateTable('outgoing')
    .set({ state: 'released', writing: null, retry_at: 0 })
    .where('id', '=', outgoingId)
    .where('state', '=', 'held')
    .returning(['account_id', 'mail_id'])
    .executeTakeFirst()
  if (!held) return
  noteSent(trx, held)
  await trx
    .updateTable('outgoing_recipient')
    .set({ state: 'failed', reason: GAVE_UP, next_attempt_at: 0 })
    .where('outgoing_id', '=', outgoingId)
    .execute()
  await finishIfDone(trx, outgoingId, now)
}

/** Marks the mail that this one answers or passes on. */
async function markAnswered(trx: Trx, context: Context, accountId: number, writing: string | null): Promise<void> {
  const { kind, source_mail_id }: Pick<DraftTable, 'kind' | 'source_mail_id'> =
    writing === null ? { kind: 'new', source_mail_id: null } : JSON.parse(writing)
  if (source_mail_id === null) return
  if (kind === 'reply' || kind === 'replyAll') {
    await markMails(trx, context, accountId, [source_mail_id], { replied: true })
  } else if (kind === 'forward') {
    await markMails(trx, context, accountId, [source_mail_id], { forwarded: true })
  }
}

/** Closes a mail that has nobody left to reach. */
export async function finishIfDone(trx: Trx, outgoingId: string, now: number): Promise<void> {
  const open = await trx
    .selectFrom('outgoing_recipient')
    .select('address')
    .where('outgoing_id', '=', outgoingId)
    .where('state', 'in', ['held', 'queued'])
    .limit(1)
    .executeTakeFirst()
  if (open) return
  const done = await trx
    .updateTable('outgoing')
    .set({ state: 'done' })
    .where('id', '=', outgoingId)
    .returning(['message_id', 'mail_id'])
    .executeTakeFirst()
  if (!done) return
  // With a copy, its deletion is what makes the message garbage; a report of the system itself has none.
  const copy = await trx.selectFrom('mail').select('id').where('id', '=', done.mail_id).executeTakeFirst()
  if (!copy) await trx.insertInto('garbage_message').values({ message_id: done.message_id, since: now }).execute()
}

async function storedMessage(trx: Trx, messageId: number) {
  const row = await trx
    .selectFrom('message')
    .innerJoin('message_body', 'message_body.message_id', 'message.id')
    .select(['size', 'subject', 'from_name', 'from_address', 'to_list', 'cc_list', 'message_body.text'])
    .where('message.id', '=', messageId)
    .executeTakeFirstOrThrow()
  const people = [
    { name: row.from_name, address: row.from_address },
    ...readAddresses(row.to_list),
    ...readAddresses(row.cc_list),
  ]
  return {
    messageId,
    size: row.size,
    text: { subject: row.subject, addresses: searchedAddresses(people), body: row.text },
  }
}
