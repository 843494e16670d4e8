import { type LetterOptions, optionOf } from '@yanshu/contracts'
import type { TransactionContext } from '../../store/context/context.ts'
import type { DraftTable } from '../../store/database/schema.ts'
import type { Trx } from '../../store/database/transact.ts'
import { endWaiting, noteHead } from '../../store/mailbox/index.ts'
import { moveMail } from '../../store/queue/moveMail.ts'
import { storeMessage } from '../delivery/storeMessage.ts'
import { type BlindCopy, takeBlindCopies } from '../queue/blindCopies.ts'
import { finishIfDone, noteGarbage, noteSent } from '../queue/endMail.ts'
import { type PartMail, queueMail } from '../queue/queueMail.ts'
import { takeRecipients } from '../queue/recipientRows.ts'
import type { PlannedRelease } from './planRelease.ts'
import { claimLetter, fileCopy, markAnswered } from './releaseMail.ts'

/** A letter that may leave, and of which not all recipients get the same bytes. */
export interface PlannedApart extends Pick<PlannedRelease, 'messageId' | 'size' | 'rewritten' | 'countsFor' | 'claim'> {
  readonly kind: 'apart'
  readonly envelopeFrom: string
}

/** Whether its sender wants each recipient to get it alone. @param writing what a mail of the queue was written from */
export function goesSeparately(writing: string | null): boolean {
  if (writing === null) return false
  const { options = '{}' }: Partial<Pick<DraftTable, 'options'>> = JSON.parse(writing)
  return optionOf(JSON.parse(options) as LetterOptions, 'mail.separately')
}

/**
 * Releases a letter of which not all recipients get the same bytes, in the caller's transaction: it is done, and in its place
 * stand mails for them (`part`), or none where another server was first. Each of those leaves as any mail does, once,
 * whichever server is there. Answers the sender, null when nothing was done.
 */
export async function takeApart(
  trx: Trx,
  context: TransactionContext,
  outgoingId: string,
  planned: PlannedApart,
): Promise<number | null> {
  const claimed = await claimLetter(trx, context, outgoingId, planned)
  if (claimed === null || claimed.account_id === null) return null
  if (claimed.kind === 'held') return claimed.account_id
  const accountId = claimed.account_id
  const now = context.now()
  const { rewritten, envelopeFrom } = planned
  const messageId = rewritten ? await storeMessage(trx, context, rewritten) : planned.messageId
  if (!(await moveMail(trx, outgoingId, { to: 'released', now, messageId }))) return null
  if (messageId !== planned.messageId) {
    await noteHead(trx, { messageId: planned.messageId, headId: messageId, now })
    await noteGarbage(trx, planned.messageId, now)
  }
  if (claimed.waited && claimed.mail_id !== null) await endWaiting(trx, claimed.mail_id)
  const filed = await fileCopy(trx, context, claimed, { messageId: planned.messageId, size: planned.size })
  const mailId = filed ?? claimed.mail_id
  const addresses = await takeRecipients(trx, outgoingId)
  for (const part of partsFor(addresses, await takeBlindCopies(trx, outgoingId), messageId))
    await queueMail(trx, { origin: 'part', accountId, mailId, envelopeFrom, now, ...part })
  await markAnswered(trx, context, accountId, claimed.writing)
  noteSent(trx, { account_id: accountId, mail_id: mailId })
  await finishIfDone(trx, outgoingId, now)
  return accountId
}

/** The step that writes the mail of one recipient of a letter which goes to each separately. */
export const SEPARATE_STEP = 'separately'

/**
 * Who gets which message. Of an encrypted letter with recipients in Bcc, and of one with conditions with recipients outside,
 * each of those gets the message that was written for them, and all others the letter together. Of any other each recipient gets what `separateStep` writes for them.
 */
function partsFor(
  addresses: readonly string[],
  copies: readonly BlindCopy[],
  messageId: number,
): Pick<PartMail, 'recipients' | 'messageId' | 'passes'>[] {
  if (copies.length === 0) return addresses.map((address) => ({ recipients: [address], messageId }))
  const own = new Map(copies.map((copy) => [copy.address, copy.messageId]))
  const others = addresses.filter((address) => !own.has(address.toLowerCase()))
  const blind = addresses.flatMap((address) => {
    const copy = own.get(address.toLowerCase())
    return copy === undefined ? [] : [{ recipients: [address], messageId: copy, passes: SEPARATE_STEP }]
  })
  return others.length === 0 ? blind : [{ recipients: others, messageId, passes: SEPARATE_STEP }, ...blind]
}
