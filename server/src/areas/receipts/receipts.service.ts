import type { MailAddress, ReceiptState } from '@yanshu/contracts'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { queueAutomatic } from '../../mailflow/outgoing/automaticMail.ts'
import { readHeader } from '../../mailflow/reading/readHeader.ts'
import { parseAddressList } from '../../mime/addresses.ts'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges, type Mailbox, openMailbox, readAddresses } from '../../store/mailbox/index.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { whyNotAnswered } from '../auto-reply/index.ts'
import { ownAddresses } from '../forwarding/index.ts'
import { letterLanguageOf } from '../signatures/index.ts'
import { receiptMessage } from './receiptMessage.ts'

/** A request with more addresses than that is ignored: a person could not read them all. */
const ASKED_MAX = 5

type Asking = Awaited<ReturnType<Mailbox['message']>>

const sameAs = (address: string) => (other: MailAddress) => other.address.toLowerCase() === address.toLowerCase()

/**
 * Whether a mail asks for a receipt that may be sent (RFC 8098 §2.1): lists, programs, reports, spam and one's own mail ask
 * in vain. Without asking its reader none goes to another address than the sender's, nor for a mail that names the reader
 * nowhere.
 */
async function askOf(context: Context, accountId: number, mail: Asking): Promise<ReceiptState['ask']> {
  if (mail.receipt_to === null) return null
  const header = await readHeader(context, mail.raw_hash)
  const to = parseAddressList(header('disposition-notification-to').join(', ')).slice(0, ASKED_MAX + 1)
  if (to.length === 0 || to.length > ASKED_MAX) return null
  const [path] = header('return-path')
  const sender = path === undefined ? mail.from_address : path.replace(/[<>\s]/g, '')
  const own = await ownAddresses(context, accountId)
  const people = { to: readAddresses(mail.to_list), cc: readAddresses(mail.cc_list) }
  const discarded = mail.role === 'spam' || mail.role === 'trash'
  const reason = whyNotAnswered({ envelopeFrom: sender, automatic: mail.automatic === 1, ...people }, header, {
    own,
    discarded,
  })
  const isReport = header('content-type').some((type) => /^\s*multipart\/report\b/i.test(type))
  if (isReport || own.includes(mail.from_address.toLowerCase())) return null
  if (reason !== null && reason !== 'not-addressed') return null
  const isSenders = (one: MailAddress) => sameAs(sender)(one) && sameAs(mail.from_address)(one)
  const elsewhere = !to.every(isSenders)
  const { receiptAnswer } = await readSettings(context, accountId)
  return { to, elsewhere, automatic: receiptAnswer === 'always' && !elsewhere && reason === null }
}

/** What is known of the receipts of a mail. Throws `MailNotFoundError`, `FolderClosedError`. */
export async function receiptOf(context: Context, reader: MailReader, mailId: number): Promise<ReceiptState> {
  const { accountId } = reader
  const mail = await openMailbox(context, reader).message(mailId)
  const { db } = context.store
  const answer = await db
    .selectFrom('receipt_answer')
    .select('sent')
    .where('account_id', '=', accountId)
    .where('message_id', '=', mail.message_id)
    .executeTakeFirst()
  const readers = await db
    .selectFrom('receipt_reader')
    .select(['address', 'at'])
    .where('account_id', '=', accountId)
    .where('message_id', '=', mail.message_id)
    .orderBy('at')
    .execute()
  const named = [...readAddresses(mail.to_list), ...readAddresses(mail.cc_list)]
  const { receiptAnswer } = await readSettings(context, accountId)
  return {
    ask: answer || receiptAnswer === 'never' ? null : await askOf(context, accountId, mail),
    answered: answer ? (answer.sent === 1 ? 'sent' : 'declined') : null,
    readers: readers.map(({ address, at }) => ({ address, at, name: named.find(sameAs(address))?.name ?? '' })),
  }
}

interface Answer {
  readonly mailId: number
  readonly send: boolean
  readonly automatic: boolean
}

/**
 * Sends a receipt, or notes that none is wanted. Decided once a message, for all copies and windows; what was not asked
 * is sent only where the settings and the mail allow it. Throws `MailNotFoundError`.
 */
export async function answerReceipt(context: Context, reader: MailReader, answer: Answer): Promise<ReceiptState> {
  const { accountId } = reader
  const { mailId, send, automatic } = answer
  const mail = await openMailbox(context, reader).message(mailId)
  const { ask } = await receiptOf(context, reader, mailId)
  if (!ask || (automatic && !ask.automatic)) return receiptOf(context, reader, mailId)
  const { preparer, dispatcher } = mailTransportOf(context)
  const message = send
    ? await preparer.receive(await writtenReceipt(context, accountId, mail, ask.to, automatic))
    : null
  await transact(context, async (trx) => {
    const decided = await trx
      .insertInto('receipt_answer')
      .values({ account_id: accountId, message_id: mail.message_id, at: context.now(), sent: send ? 1 : 0 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('at')
      .executeTakeFirst()
    // Another window was faster.
    if (!decided) return
    noteChange(trx, accountId, { kind: 'updated', folderId: null, mailIds: [mailId] })
    if (message) for (const { address } of ask.to) await queueAutomatic(trx, context, message, address)
  })
  dispatcher.expect(context.now())
  announceChanges(context, [accountId])
  return receiptOf(context, reader, mailId)
}

async function writtenReceipt(
  context: Context,
  accountId: number,
  mail: Asking,
  to: readonly MailAddress[],
  automatic: boolean,
): Promise<Buffer> {
  const account = await context.store.db
    .selectFrom('account')
    .select(['name', 'address'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const own = await ownAddresses(context, accountId)
  const named = [...readAddresses(mail.to_list), ...readAddresses(mail.cc_list)]
  const address = named.find((one) => own.includes(one.address.toLowerCase()))?.address ?? account.address
  const { timeZone } = await readSettings(context, accountId)
  return receiptMessage({
    reader: { name: account.name, address },
    to,
    subject: mail.subject,
    messageId: mail.rfc_message_id,
    automatic,
    language: await letterLanguageOf(context, accountId),
    at: context.now(),
    timeZone,
    hostname: context.config.hostname,
  })
}
