import { sql } from 'kysely'
import type { ArrivingMail, Decision, DeliveryStep } from '../../mailflow/steps/deliveryStep.ts'
import type { Context } from '../../store/context/context.ts'
import { readAddresses } from '../../store/mailbox/index.ts'
import { ownAddressesOfMany } from '../forwarding/index.ts'
import { type ReadReceipt, readReceiptFields } from './receiptMessage.ts'

/** Bytes of the fields of a receipt that are read. */
const FIELDS_MAX = 16 * 1_024
const ACCOUNTS_AT_ONCE = 500

/** A recipient has read a mail. */
interface Reading {
  readonly messageId: number
  readonly reader: string
}

/**
 * Receipts that come back (RFC 8098): the mail that they are about shows who has read it, and they lie in the inbox as read
 * and without a notification. One counts only where the mail had asked for it, and its reader was a recipient.
 */
export const receiptStep: DeliveryStep = {
  name: 'receipts',
  async judge(mail, recipients, { context }) {
    const receipt = await receiptIn(context, mail)
    if (!receipt) return null
    const readings = await readingsOf(
      context,
      recipients.flatMap(({ accountId }) => accountId ?? []),
      mail,
      receipt,
    )
    return new Map<string, Decision>(
      recipients.flatMap(({ address, accountId }) => {
        const reading = accountId === null ? undefined : readings.get(accountId)
        return reading ? [[address, { seen: true, quiet: true, effects: [reading] }] as const] : []
      }),
    )
  },
  async effect(trx, context, { accountId, data }) {
    const { messageId, reader } = data as Reading
    if (accountId === null) return
    // The sent mail may have been deleted in between; its receipts are no longer of use.
    const there = await trx.selectFrom('message').select('id').where('id', '=', messageId).executeTakeFirst()
    if (!there) return
    await trx
      .insertInto('receipt_reader')
      .values({ account_id: accountId, message_id: messageId, at: context.now(), address: reader })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
}

/** Receipts have no sender of their own (RFC 8098 §3); anything else that looks like one is a mail. */
async function receiptIn({ blobs }: Pick<Context, 'blobs'>, mail: ArrivingMail): Promise<ReadReceipt | null> {
  if (mail.envelopeFrom !== '') return null
  const part = mail.attachments.find(({ contentType }) => contentType === 'message/disposition-notification')
  if (!part || part.size > FIELDS_MAX) return null
  const chunks: Uint8Array[] = []
  for await (const chunk of await blobs.read(part.blobHash)) chunks.push(chunk)
  return readReceiptFields(Buffer.concat(chunks))
}

/** The own mail of each account that a receipt is about, when it had asked for one and went to the reader. */
async function readingsOf(
  context: Context,
  accountIds: readonly number[],
  mail: ArrivingMail,
  { reader, messageId }: ReadReceipt,
): Promise<ReadonlyMap<number, Reading>> {
  const readings = new Map<number, Reading>()
  for (let at = 0; at < accountIds.length; at += ACCOUNTS_AT_ONCE) {
    const rows = await context.store.db
      .selectFrom('message')
      .innerJoin('mail', 'mail.message_id', 'message.id')
      .select(['mail.account_id', 'message.id', 'message.from_address', 'to_list', 'cc_list', 'bcc_list'])
      .where('message.rfc_message_id', '=', messageId)
      .where('message.receipt_to', 'is not', null)
      // The plus keeps the index of accounts from being used: the message is found by its id.
      .where(sql<number>`+${sql.ref('mail.account_id')}`, 'in', accountIds.slice(at, at + ACCOUNTS_AT_ONCE))
      .execute()
    if (rows.length === 0) continue
    const own = await ownAddressesOfMany(context, [...new Set(rows.map(({ account_id }) => account_id))])
    // A member of a group is not named; what was written here names its writer truly.
    const isMember = mail.source === 'local' && mail.from.address.toLowerCase() === reader
    for (const row of rows) {
      if (readings.has(row.account_id)) continue
      if (!own.get(row.account_id)?.includes(row.from_address.toLowerCase())) continue
      const named = [row.to_list, row.cc_list, row.bcc_list].flatMap((list) => (list ? readAddresses(list) : []))
      const isNamed = named.some(({ address }) => address.toLowerCase() === reader)
      if (isNamed || isMember) readings.set(row.account_id, { messageId: row.id, reader })
    }
  }
  return readings
}
