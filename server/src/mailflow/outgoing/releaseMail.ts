import type { TransactionContext } from '../../store/context/context.ts'
import type { DraftTable, OutgoingRow } from '../../store/database/schema.ts'
import { skipLocked } from '../../store/database/skipLocked.ts'
import type { Trx } from '../../store/database/transact.ts'
import {
  addMail,
  endWaiting,
  folderOfRole,
  isCopyKept,
  lockMailboxes,
  markMails,
  noteHead,
  noteReaders,
  readAddresses,
} from '../../store/mailbox/index.ts'
import { type MovedMail, moveMail, noteCopy } from '../../store/queue/moveMail.ts'
import { type Hold, UNRELEASED } from '../../store/queue/outgoingState.ts'
import { type DeliveryOutcome, deliverStored } from '../delivery/deliverMessage.ts'
import { storeMessage } from '../delivery/storeMessage.ts'
import { finishIfDone, noteGarbage, noteSent, refuseMail } from '../queue/endMail.ts'
import { setRecipient } from '../queue/recipientRows.ts'
import { routeOf } from '../queue/route.ts'
import type { Failure } from '../steps/deliveryPlan.ts'
import type { WhenHeld } from '../steps/submissionStep.ts'
import type { PlannedRelease } from './planRelease.ts'

/**
 * The report to a sender whose mail cannot leave, in both languages: the reason stands in the mail and in the bounce.
 */
export const NO_RELAY =
  '未开通组织外部邮件，请联系管理员 / Mail outside the organisation is not set up; ask your administrator'

/** The report to a sender when this server could not release the mail for as long as it tries. */
const GAVE_UP =
  '服务器多次尝试后仍无法发出此邮件，请联系管理员 / The server could not send this mail; tell your administrator'

/** The report to the sender of a mail that a recipient here did not get, with the status for programs (RFC 3463). */
const FAILURES: Record<Exclude<Failure['kind'], 'refused'>, readonly [status: string, reason: string]> = {
  full: ['5.2.2', '对方邮箱空间已满 / The mailbox is full'],
  'too-small': ['5.2.2', '邮件超出对方邮箱的总空间 / The mail is larger than the whole mailbox'],
  gone: ['5.2.1', '对方账号已停用 / The account was switched off'],
  unknown: ['5.1.1', '没有这个用户 / There is no such user'],
  'no-relay': ['5.4.4', NO_RELAY],
  unresolved: [
    '5.3.0',
    '暂时无法确定此地址的收件人，请稍后重新发送 / Nobody could be found behind this address; send again later',
  ],
}

const PARTLY = '此地址的部分收件人没有收到 / Not everybody behind this address got it'

export interface Released {
  /** The sender, null for the system's own mail. */
  readonly accountId: number | null
  readonly outcome: Pick<DeliveryOutcome, 'delivered'>
}

/**
 * Releases a mail as it was planned, in the caller's transaction: local people get it and are marked as delivered
 * together, so that no crash delivers twice; the others are queued for the relay. Where a step that counts has no room for
 * it any more, it is held instead, and no recipient gets it. Answers null when another process was first, or the mail was taken
 * back, held or stopped meanwhile.
 */
export async function releaseMail(
  trx: Trx,
  context: TransactionContext,
  outgoingId: string,
  planned: PlannedRelease,
): Promise<Released | null> {
  const { destinations, local, plan } = planned
  const now = context.now()
  const claimed = await claimLetter(trx, context, outgoingId, { ...planned, accountIds: plan.recipients.accountIds })
  if (!claimed) return null
  if (claimed.kind === 'held') return { accountId: claimed.account_id, outcome: { delivered: [] } }
  const { rewritten } = planned
  const messageId = rewritten ? await storeMessage(trx, context, rewritten) : planned.messageId
  if (!(await moveMail(trx, outgoingId, { to: 'released', now, messageId }))) return null
  if (messageId !== planned.messageId) {
    await noteHead(trx, { messageId: planned.messageId, headId: messageId, now })
    await noteGarbage(trx, planned.messageId, now)
  }
  if (claimed.waited && claimed.mail_id !== null) await endWaiting(trx, claimed.mail_id)
  const message = { messageId, size: planned.size }
  const outcome = await deliverStored(trx, context, message, { ...plan.recipients, receivedAt: now })
  await noteReaders(trx, {
    headId: messageId,
    senderId: claimed.account_id,
    accountIds: outcome.delivered.flatMap(({ accountId }) => (plan.addressees.has(accountId) ? [accountId] : [])),
  })
  const undelivered = new Map(plan.undelivered(outcome).map((one) => [one.address, one]))

  for (const [address, { kind }] of destinations) {
    const set = (values: { state: 'delivered' | 'queued' | 'failed'; reason?: string; status?: string }) => {
      const nextAt = values.state === 'queued' ? now : 0
      return setRecipient(trx, outgoingId, address, { reason: '', ...values, nextAt }, 'held')
    }
    const failed = (failure: Failure, partly = false) => set({ state: 'failed', ...wordsOf(failure, partly) })
    const missed = undelivered.get(address)
    if (missed) await failed(missed.failure, missed.partly)
    else if (local.has(address)) await set({ state: 'delivered' })
    else if (kind === 'elsewhere')
      await (routeOf(context.config, address) ? set({ state: 'queued' }) : failed({ kind: 'no-relay' }))
    else await failed({ kind: kind === 'disabled' ? 'gone' : 'unknown' })
  }
  if (claimed.account_id !== null) await markAnswered(trx, context, claimed.account_id, claimed.writing)
  await fileCopy(trx, context, claimed, { messageId: planned.messageId, size: planned.size })
  noteSent(trx, claimed)
  await finishIfDone(trx, outgoingId, now)
  return { accountId: claimed.account_id, outcome }
}

interface Claim extends Pick<PlannedRelease, 'countsFor' | 'claim'> {
  /** Whose mailboxes change, beside the sender's. */
  readonly accountIds?: readonly number[]
}

type DueMail = NonNullable<Awaited<ReturnType<typeof claimDue>>>

/** A mail that this server releases, or one that a step holds in the end. */
export type ClaimedLetter = DueMail & {
  readonly kind: 'leaves' | 'held'
  /** Whether its sender has chosen a time for it. */
  readonly waited: boolean
}

/**
 * Claims a mail that is due with the mailboxes that change, and asks the steps that count. Answers null when another server
 * was first, or when its copy is gone: then it does not leave.
 */
export async function claimLetter(
  trx: Trx,
  context: TransactionContext,
  outgoingId: string,
  { countsFor, claim, accountIds = [] }: Claim,
): Promise<ClaimedLetter | null> {
  const claimed = await claimDue(trx, context, outgoingId)
  if (!claimed) return null
  // All at once: the sender's mailbox changes too, and two people may write to each other at the same moment.
  const senders = [claimed.account_id, countsFor].filter((id) => id !== null)
  await lockMailboxes(trx, context.store.engine, [...senders, ...accountIds])
  const waited = hasSendTime(claimed.writing)
  // Its copy was deleted by a way that takes nothing back, such as with its folder: then it does not leave.
  const hasCopy = claimed.awaited_copy === null
  if (waited && hasCopy && (claimed.mail_id === null || !(await isCopyKept(trx, claimed.mail_id)))) {
    await moveMail(trx, outgoingId, { to: 'taken-back' })
    return null
  }
  const hold = await claim(trx, context)
  if (!hold) return { ...claimed, waited, kind: 'leaves' }
  const held = await moveMail(trx, outgoingId, { to: 'held', hold })
  if (held) noteSent(trx, held)
  return { ...claimed, waited, kind: 'held' }
}

/** Files the sender's copy of a mail that was not to be among the sent ones before it left. Answers it; null for none. */
export async function fileCopy(
  trx: Trx,
  context: TransactionContext,
  { id, account_id: accountId, awaited_copy }: Pick<OutgoingRow, 'id' | 'account_id' | 'awaited_copy'>,
  message: { readonly messageId: number; readonly size: number },
): Promise<number | null> {
  if (accountId === null || awaited_copy === null) return null
  const { mailId } = await addMail(trx, context, {
    ...message,
    accountId,
    folderId: await folderOfRole(trx, accountId, 'sent'),
    receivedAt: context.now(),
    seen: true,
    bcc: readAddresses(awaited_copy),
  })
  await noteCopy(trx, id, mailId)
  return mailId
}

/** Locks a mail that is due, unless another server has it. */
const claimDue = (trx: Trx, { store, now }: TransactionContext, outgoingId: string) =>
  skipLocked(
    store.engine,
    trx
      .selectFrom('outgoing')
      .select(['id', 'account_id', 'mail_id', 'writing', 'awaited_copy'])
      .where('id', '=', outgoingId)
      .where('state', 'in', UNRELEASED)
      .where('due_at', '<=', now()),
  ).executeTakeFirst()

/**
 * Holds a mail as a step wants it. Its sender's page is notified. Answers the sender, null when there is none or the mail went
 * another way meanwhile.
 */
export async function holdMail(
  trx: Trx,
  context: TransactionContext,
  outgoingId: string,
  { hold, held }: { readonly hold: Hold; readonly held: WhenHeld | null },
): Promise<number | null> {
  if (!(await claimDue(trx, context, outgoingId))) return null
  const moved = await moveMail(trx, outgoingId, { to: 'held', hold })
  if (!moved) return null
  noteSent(trx, moved)
  await held?.(trx, context)
  return moved.account_id
}

/** Ends a mail that could not be released for days: its sender gets a report. */
export const giveUp = (trx: Trx, outgoingId: string, now: number): Promise<MovedMail | null> =>
  refuseMail(trx, outgoingId, { status: '5.3.0', reason: GAVE_UP, report: true }, now)

function wordsOf(failure: Failure, partly: boolean): { reason: string; status: string } {
  const [status, reason] = failure.kind === 'refused' ? [failure.status, failure.reason] : FAILURES[failure.kind]
  return { status, reason: partly ? `${PARTLY}: ${reason}` : reason }
}

/** Whether its sender has chosen a time for it. */
const hasSendTime = (writing: string | null): boolean => {
  const { options = '{}' }: Partial<Pick<DraftTable, 'options'>> = writing === null ? {} : JSON.parse(writing)
  return 'mail.sendAt' in JSON.parse(options)
}

/** Marks the mail that this one answers or forwards. */
export async function markAnswered(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  writing: string | null,
): Promise<void> {
  const { kind, source_mail_id }: Pick<DraftTable, 'kind' | 'source_mail_id'> =
    writing === null ? { kind: 'new', source_mail_id: null } : JSON.parse(writing)
  if (source_mail_id === null) return
  if (kind === 'reply' || kind === 'replyAll') {
    await markMails(trx, context, accountId, [source_mail_id], { replied: true })
  } else if (kind === 'forward') {
    await markMails(trx, context, accountId, [source_mail_id], { forwarded: true })
  }
}
