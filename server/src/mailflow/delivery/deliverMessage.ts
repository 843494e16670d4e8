import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TransactionContext } from '../../store/context/context.ts'
import { preparedForList } from '../../store/database/prepared.ts'
import type { Trx } from '../../store/database/transact.ts'
import { addMail, factsOf, lockMailboxes, type MessageFacts, storedFacts } from '../../store/mailbox/index.ts'
import type { SystemRole } from '../../store/mailbox/roles.ts'
import type { PreparedMessage } from '../reading/preparedMessage.ts'
import { folderAt, type Placement } from './placement.ts'
import { storeMessage } from './storeMessage.ts'

/** Why an account did not get a message: out of space for now, larger than all its space, or no longer there. */
export type DeliveryFailure = 'full' | 'too-small' | 'gone'

export interface DeliveryOutcome {
  readonly delivered: readonly { accountId: number; mailId: number }[]
  readonly failed: readonly { accountId: number; reason: DeliveryFailure }[]
}

export interface Recipients {
  /** Each account gets one mail, however many of its addresses were named. */
  readonly accountIds: readonly number[]
  readonly role: SystemRole
  readonly receivedAt: number
  /** A notice of this system itself, such as a bounce: marked so, and taken even by a full mailbox. */
  readonly systemNotice?: boolean
  /** Placement of accounts that do not get the mail in the folder of `role`, unread and without a star. */
  readonly placements?: ReadonlyMap<number, Placement>
  /** Whether the message is kept although none of the accounts takes it, because it goes on to others. */
  readonly keepMessage?: boolean
  /** Writes what belongs to this delivery in its transaction. May run again when the transaction does. */
  readonly within?: (trx: Trx, written: WrittenDelivery) => Promise<void>
}

export interface WrittenDelivery extends DeliveryOutcome {
  /** Null when the message was not kept. */
  readonly messageId: number | null
}

/** What the mail rows need to know of a message that is stored already. */
export interface StoredMessage {
  readonly messageId: number
  readonly size: number
}

type Parts = Pick<TransactionContext, 'store' | 'search'>

/**
 * Puts a message into mailboxes, in the caller's transaction: the message once, a mail for each account, search and
 * counters. Everything the message consists of is on disk already. Notify the accounts' windows after the commit.
 */
export async function deliverMessage(
  trx: Trx,
  context: Parts & Pick<TransactionContext, 'now'>,
  message: PreparedMessage,
  recipients: Recipients,
): Promise<DeliveryOutcome> {
  const accepting = await acceptingAccounts(trx, context, message.columns.size, recipients)
  if (accepting.accountIds.length === 0 && !recipients.keepMessage) {
    await recipients.within?.(trx, { messageId: null, delivered: [], failed: accepting.failed })
    return { delivered: [], failed: accepting.failed }
  }
  const messageId = await storeMessage(trx, context, message)
  const stored = { messageId, size: message.columns.size }
  return addMails(trx, context, { ...stored, facts: factsOf(message.columns) }, recipients, accepting)
}

/** The same for a message whose rows exist, such as the one its sender's copy shows. */
export async function deliverStored(
  trx: Trx,
  context: Parts,
  message: StoredMessage,
  recipients: Recipients,
): Promise<DeliveryOutcome> {
  const accepting = await acceptingAccounts(trx, context, message.size, recipients)
  const facts = accepting.accountIds.length > 0 ? await storedFacts(trx, message.messageId) : undefined
  return addMails(trx, context, { ...message, facts }, recipients, accepting)
}

interface Accepting extends Pick<DeliveryOutcome, 'failed'> {
  readonly accountIds: readonly number[]
}

async function acceptingAccounts(trx: Trx, context: Parts, size: number, recipients: Recipients): Promise<Accepting> {
  const wanted = [...new Set(recipients.accountIds)]
  await lockMailboxes(trx, context.store.engine, wanted)
  const accountIds: number[] = []
  const failed: { accountId: number; reason: DeliveryFailure }[] = []
  const rows = new Map<number, { quota_bytes: number; used_bytes: number; disabled: number }>()
  for (let at = 0; at < wanted.length; at += 500) {
    for (const row of await selectSpace(trx, wanted.slice(at, at + 500))) rows.set(row.id, row)
  }
  for (const accountId of wanted) {
    const row = rows.get(accountId)
    if (!row || row.disabled) failed.push({ accountId, reason: 'gone' })
    else if (recipients.systemNotice || row.quota_bytes === 0) accountIds.push(accountId)
    else if (size > row.quota_bytes) failed.push({ accountId, reason: 'too-small' })
    else if (row.used_bytes + size > row.quota_bytes) failed.push({ accountId, reason: 'full' })
    else accountIds.push(accountId)
  }
  return { accountIds, failed }
}

const selectSpace = preparedForList((db, ids: readonly number[]) =>
  db.selectFrom('account').select(['id', 'quota_bytes', 'used_bytes', 'disabled']).where('id', 'in', ids).compile(),
)

/** Mails that are added before other calls run: some milliseconds. */
const MAILS_PER_TURN = 20

async function addMails(
  trx: Trx,
  context: Parts,
  message: StoredMessage & { readonly facts: MessageFacts | undefined },
  recipients: Recipients,
  { accountIds, failed }: Accepting,
): Promise<DeliveryOutcome> {
  const delivered: { accountId: number; mailId: number }[] = []
  for (const [at, accountId] of accountIds.entries()) {
    // One transaction for all of them, but several turns of the event loop: other calls read in between.
    if (at > 0 && at % MAILS_PER_TURN === 0) await nextTurn()
    const { place, ...flags } = recipients.placements?.get(accountId) ?? { place: recipients }
    const { mailId } = await addMail(trx, context, {
      ...flags,
      accountId,
      folderId: await folderAt(trx, accountId, place),
      messageId: message.messageId,
      message: message.facts,
      receivedAt: recipients.receivedAt,
      size: message.size,
      systemNotice: recipients.systemNotice ?? false,
      delivered: true,
    })
    delivered.push({ accountId, mailId })
  }
  await recipients.within?.(trx, { messageId: message.messageId, delivered, failed })
  return { delivered, failed }
}
