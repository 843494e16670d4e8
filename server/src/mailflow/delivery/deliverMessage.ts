import type { Context } from '../../store/context/context.ts'
import { preparedForList } from '../../store/database/prepared.ts'
import type { Trx } from '../../store/database/transact.ts'
import { addMail, folderOfRole, lockMailboxes } from '../../store/mailbox/index.ts'
import type { SystemRole } from '../../store/mailbox/roles.ts'
import type { PreparedMessage } from '../reading/preparedMessage.ts'
import { storeMessage } from './storeMessage.ts'

/** Why somebody did not get a message: out of space for now, larger than all their space, or no longer there. */
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
}

/** What the mail rows need to know of a message that is stored already. */
export interface StoredMessage extends Pick<PreparedMessage, 'text'> {
  readonly messageId: number
  readonly size: number
}

type Parts = Pick<Context, 'store' | 'search'>

/**
 * Puts a message into mailboxes, in the caller's transaction: the message once, a mail for each account, search and
 * counters. Everything the message consists of is on disk already. Tell the accounts' windows after the commit.
 */
export async function deliverMessage(
  trx: Trx,
  context: Parts & Pick<Context, 'now'>,
  message: PreparedMessage,
  recipients: Recipients,
): Promise<DeliveryOutcome> {
  const accepting = await acceptingAccounts(trx, context, message.columns.size, recipients)
  if (accepting.accountIds.length === 0) return { delivered: [], failed: accepting.failed }
  const messageId = await storeMessage(trx, context, message)
  const stored = { messageId, size: message.columns.size, text: message.text }
  const delivered = await addMails(trx, context, stored, { ...recipients, accountIds: accepting.accountIds })
  return { delivered, failed: accepting.failed }
}

/** The same for a message whose rows exist, such as the one its sender's copy shows. */
export async function deliverStored(
  trx: Trx,
  context: Parts,
  message: StoredMessage,
  recipients: Recipients,
): Promise<DeliveryOutcome> {
  const accepting = await acceptingAccounts(trx, context, message.size, recipients)
  const delivered = await addMails(trx, context, message, { ...recipients, accountIds: accepting.accountIds })
  return { delivered, failed: accepting.failed }
}

async function acceptingAccounts(trx: Trx, context: Parts, size: number, recipients: Recipients) {
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

async function addMails(trx: Trx, context: Parts, message: StoredMessage, recipients: Recipients) {
  const delivered: { accountId: number; mailId: number }[] = []
  for (const accountId of recipients.accountIds) {
    const { mailId } = await addMail(trx, context, {
      accountId,
      folderId: await folderOfRole(trx, accountId, recipients.role),
      messageId: message.messageId,
      receivedAt: recipients.receivedAt,
      size: message.size,
      systemNotice: recipients.systemNotice ?? false,
      delivered: true,
      text: message.text,
    })
    delivered.push({ accountId, mailId })
  }
  return delivered
}
