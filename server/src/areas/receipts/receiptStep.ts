import type { ArrivingMail, Decision, DeliveryStep } from '../../mailflow/steps/deliveryStep.ts'
import type { Context } from '../../store/context/context.ts'
import { ownedBy } from '../../store/database/ids.ts'
import { readAddresses } from '../../store/mailbox/index.ts'
import { ownAddresses } from '../forwarding/index.ts'
import { type ReadReceipt, readReceiptFields } from './receiptMessage.ts'

/** Bytes of the fields of a receipt that are read. */
const FIELDS_MAX = 16 * 1_024

/** Somebody has read a mail. */
interface Reading {
  readonly messageId: number
  readonly reader: string
}

/**
 * Receipts that come back (RFC 8098): the mail that they are about says who has read it, and they lie in the inbox as read
 * and without a notification. One counts only where the mail had asked for it, and its reader was a recipient.
 */
export const receiptStep: DeliveryStep = {
  name: 'receipts',
  async judge(mail, recipients, { context }) {
    const receipt = await receiptIn(context, mail)
    if (!receipt) return null
    const decisions = new Map<string, Decision>()
    for (const { address, accountId } of recipients) {
      const reading = accountId && (await readingOf(context, accountId, mail, receipt))
      if (reading) decisions.set(address, { seen: true, quiet: true, effects: [reading] })
    }
    return decisions
  },
  async effect(trx, context, { accountId, data }) {
    const { messageId, reader } = data as Reading
    if (accountId === null) return
    // Whoever emptied the sent folder in between asks no longer.
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

/** The own mail that a receipt is about, when it had asked for one and went to whoever says that they have read it. */
async function readingOf(
  context: Context,
  accountId: number,
  mail: ArrivingMail,
  { reader, messageId }: ReadReceipt,
): Promise<Reading | null> {
  const row = await context.store.db
    .selectFrom('message')
    .innerJoin('mail', 'mail.message_id', 'message.id')
    .select(['message.id', 'message.from_address', 'to_list', 'cc_list', 'bcc_list'])
    .where('message.rfc_message_id', '=', messageId)
    .where('message.receipt_to', 'is not', null)
    .where(ownedBy('mail.account_id', accountId))
    .executeTakeFirst()
  if (!row || !(await ownAddresses(context, accountId)).includes(row.from_address.toLowerCase())) return null
  const named = [row.to_list, row.cc_list, row.bcc_list].flatMap((list) => (list ? readAddresses(list) : []))
  // A member of a group is not named; what was written here names its writer truly.
  const isMember = mail.source === 'local' && mail.from.address.toLowerCase() === reader
  const isNamed = named.some(({ address }) => address.toLowerCase() === reader)
  return isNamed || isMember ? { messageId: row.id, reader } : null
}
