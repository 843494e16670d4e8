import type { MailAddress, Sent } from '@yanshu/contracts'
import { sql } from 'kysely'
import type { Preparer } from '../../mailflow/delivery/preparer.ts'
import { type Destination, findDestinations } from '../../mailflow/delivery/recipients.ts'
import { storeMessage } from '../../mailflow/delivery/storeMessage.ts'
import type { Dispatcher } from '../../mailflow/outgoing/dispatcher.ts'
import { type BlindCopy, keepBlindCopies } from '../../mailflow/queue/blindCopies.ts'
import { queueMail } from '../../mailflow/queue/queueMail.ts'
import type { PreparedMessage } from '../../mailflow/reading/preparedMessage.ts'
import type { DeliverySteps } from '../../mailflow/steps/deliverySteps.ts'
import type { SubmissionSteps } from '../../mailflow/steps/submissionSteps.ts'
import { holdUntil } from '../../mailflow/steps/timeStep.ts'
import { findGroups, maySendToGroup } from '../../store/accounts/mailGroups.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { rememberCorrespondents } from '../../store/mailbox/correspondents.ts'
import {
  addMail,
  factsOf,
  folderOfRole,
  keepPolicy,
  type NewOutsideReader,
  type NewPolicy,
} from '../../store/mailbox/index.ts'
import { requireRoom } from './draftSize.ts'

/*
 * What the page and mail programs share: whom a mail may go to, and how it is filed and queued. A mail of either goes the
 * same way from here on.
 */

export interface SendParts {
  readonly context: Context
  readonly preparer: Preparer
  readonly steps: Pick<DeliverySteps, 'ownedBySteps'>
  readonly submission: Pick<SubmissionSteps, 'admit'>
  readonly dispatcher: Pick<Dispatcher, 'expect'>
}

/** A recipient who cannot be written to, and why, for the writer. */
export interface RefusedRecipient {
  readonly address: string
  readonly why: { readonly zh: string; readonly en: string }
}

type Refusal = 'unknown' | 'disabled' | 'closedGroup'

const REFUSED_BECAUSE: Record<Refusal, RefusedRecipient['why']> = {
  unknown: { zh: '用户不存在', en: 'does not exist' },
  disabled: { zh: '账号已停用', en: 'is switched off' },
  closedGroup: { zh: '没有向该邮件组发信的权限', en: 'you may not write to this group' },
}

export interface JudgedRecipient {
  readonly destination: Destination
  /** Why this writer cannot write there; null where they can. */
  readonly refusal: Refusal | null
}

/** What each address belongs to, and whether this writer may write there. The keys are the addresses as they were given. */
export async function judgeRecipients(
  { context, steps }: Pick<SendParts, 'context' | 'steps'>,
  accountId: number,
  addresses: readonly string[],
): Promise<Map<string, JudgedRecipient>> {
  const { db } = context.store
  const destinations = await findDestinations(db, addresses)
  const unknown = [...destinations].flatMap(([address, { kind }]) => (kind === 'unknown' ? [address] : []))
  const ownedBySteps = await steps.ownedBySteps(unknown)
  const closed = new Set<string>()
  for (const [address, group] of await findGroups(db, [...ownedBySteps])) {
    if (!(await maySendToGroup(db, group, accountId))) closed.add(address)
  }
  const refusalOf = (address: string, { kind }: Destination): Refusal | null => {
    if (closed.has(address)) return 'closedGroup'
    if (kind === 'unknown' && !ownedBySteps.has(address)) return 'unknown'
    return kind === 'disabled' ? 'disabled' : null
  }
  return new Map(
    [...destinations].map(([address, destination]) => [
      address,
      { destination, refusal: refusalOf(address, destination) },
    ]),
  )
}

/** Which of the addresses are of the organisation and cannot be written to: no mailbox has them, or this writer may not. */
export async function refusedRecipients(
  parts: Pick<SendParts, 'context' | 'steps'>,
  accountId: number,
  addresses: readonly string[],
): Promise<RefusedRecipient[]> {
  const judged = await judgeRecipients(parts, accountId, addresses)
  return [...judged].flatMap(([address, { refusal }]) => (refusal ? [{ address, why: REFUSED_BECAUSE[refusal] }] : []))
}

/** The mail that a call with this id has sent, null when there was none. */
export async function findSent(db: Context['store']['db'], accountId: number, requestId: string): Promise<Sent | null> {
  const row = await db
    .selectFrom('outgoing')
    .select(['id', 'mail_id', 'release_at'])
    .where('account_id', '=', accountId)
    .where('request_id', '=', requestId)
    // As it stands in the index, which holds no others.
    .where(sql<boolean>`request_id <> ''`)
    .executeTakeFirst()
  return row ? { sendId: row.id, mailId: row.mail_id ?? 0, releaseAt: row.release_at } : null
}

/** A mail that is ready to leave. */
export interface ReadyMail {
  readonly origin: 'page' | 'program'
  /** By which a repeated call is known. */
  readonly requestId: string
  /** '' for mail whose failure is not reported. */
  readonly envelopeFrom: string
  /** All its recipients, each once or more. */
  readonly recipients: readonly MailAddress[]
  /** Those of them whom the mail itself does not name. */
  readonly bcc: readonly MailAddress[]
  readonly message: PreparedMessage
  /** What some recipients get instead, each by their address in small letters. */
  readonly blindCopies?: readonly { readonly address: string; readonly message: PreparedMessage }[]
  /** JSON of what it was written from; null for what cannot be taken back. */
  readonly writing: string | null
  /** How long it can be taken back, in milliseconds. */
  readonly holdMs: number
  /** The time that its sender has chosen, epoch milliseconds; null for as soon as it cannot be taken back any more. */
  readonly sendAt: number | null
  /** How it may be read; null for freely. */
  readonly policy: NewPolicy | null
  /** Who reads it on a page outside; left out for none. */
  readonly outside?: readonly NewOutsideReader[]
}

/** Files a mail among the sent ones and queues it. Throws `MailboxFullError`. */
export async function fileAndQueue(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  mail: ReadyMail,
): Promise<Sent> {
  const { message, recipients } = mail
  const now = context.now()
  await requireRoom(trx, accountId, message.columns.size)
  const messageId = await storeMessage(trx, context, message)
  const { policy, outside } = mail
  if (policy) await keepPolicy(trx, { messageId, accountId, policy, outside })
  const { mailId } = await addMail(trx, context, {
    accountId,
    folderId: await folderOfRole(trx, accountId, 'sent'),
    messageId,
    message: factsOf(message.columns),
    // Where it will be when it has left.
    receivedAt: mail.sendAt ?? now,
    size: message.columns.size,
    seen: true,
    bcc: mail.bcc,
    sendAt: mail.sendAt,
  })
  await rememberCorrespondents(trx, accountId, recipients, now)
  const releaseAt = Math.max(now + mail.holdMs, mail.sendAt ?? 0)
  const sendId = await queueMail(trx, {
    origin: mail.origin,
    accountId,
    mailId,
    requestId: mail.requestId,
    messageId,
    envelopeFrom: mail.envelopeFrom,
    recipients: recipients.map(({ address }) => address),
    writing: mail.writing,
    hold: releaseAt > now ? holdUntil(releaseAt) : null,
    askAt: mail.sendAt === null ? null : Math.min(now + mail.holdMs, releaseAt),
    now,
  })
  const copies: BlindCopy[] = []
  for (const { address, message: copy } of mail.blindCopies ?? [])
    copies.push({ address, messageId: await storeMessage(trx, context, copy) })
  await keepBlindCopies(trx, sendId, copies)
  return { sendId, mailId, releaseAt }
}
