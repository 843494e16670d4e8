import { type LetterContent, optionOf, type Sent } from '@yanshu/contracts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import type { TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges, draftInFolder, lockMailboxes, removeMails } from '../../store/mailbox/index.ts'
import { announceContacts, keepRecipients } from '../contacts/index.ts'
import { removeUploads, writeLinks } from '../files/index.ts'
import { outsideCopies } from '../restricted-letters/index.ts'
import { announceTeam, noteAnswer, requireUnanswered } from '../teamwork/index.ts'
import { fileAndQueue, findSent, type SendParts } from './acceptMail.ts'
import { ProtectionRefusedError } from './composeErrors.ts'
import { type BegunLetter, beginLetter, writeLetter } from './composeLetter.ts'
import { noteCorrection } from './correction.ts'
import { noteHandSent, refuseHandedOn } from './draftHandRows.ts'
import { writingOf } from './draftRow.ts'
import { followUpLetter } from './followUpOption.ts'
import type { Sending } from './letterToSend.ts'
import { filesOfProtection, type ProtectedLetter, wrapProtected } from './protectedLetter.ts'
import { requireRoomForAll } from './separateLetter.ts'
import { shorterCopies } from './shorterCopies.ts'

/**
 * Accepts a mail for sending: it lies in the sent folder and in the queue when this resolves, and leaves after
 * the time that the sender has chosen (`undoSeconds`) unless it is taken back. The same `requestId` sends once and gets the same answer.
 * @param site the address of the site that it is written on, for the links of large files
 */
export async function sendMail(
  parts: SendParts,
  { accountId, personId }: Pick<SessionActor, 'accountId' | 'personId'>,
  mail: Sending,
  site = '',
): Promise<Sent> {
  const { context, dispatcher } = parts
  const { db } = context.store
  const before = await findSent(db, accountId, mail.requestId)
  if (before) return before

  const begun = await beginLetter(parts, accountId, mail, site)
  const { from, content, recipients, sendAt, policy, links, linksFrom, endsAt, protection, saveContact, undoSeconds } =
    begun
  await parts.submission.admit(context, { accountId, recipients: recipients.map(({ address }) => address), content })
  const written = await writeOrFindSent(parts, accountId, mail.requestId, begun)
  if ('sendId' in written) return written
  const { message } = written
  const { copies, readers: outside } = await outsideCopies(parts.preparer, message.columns, {
    ...{ site, addresses: begun.outside, now: context.now() },
  })
  const blindCopies = [...written.blindCopies, ...copies, ...(await shorterCopies(parts, accountId, begun))]
  if (optionOf(content.options, 'mail.separately')) requireRoomForAll(message.columns.size, recipients.length)

  const answered = answeredBy(content)
  let kept = false
  let noted = false
  const accept = async (trx: Trx) => {
    await lockMailboxes(trx, context.store.engine, [accountId])
    const earlier = await findSent(trx, accountId, mail.requestId)
    if (earlier) return earlier
    if (answered !== null) {
      const { timeZone } = begun
      await requireUnanswered(trx, { accountId, mailId: answered, again: mail.answerAgain === true, timeZone })
    }
    if (mail.mailId !== null) await takeDraft(trx, context, accountId, mail.mailId)
    kept = saveContact && (await keepRecipients(trx, context, accountId, recipients))
    const now = context.now()
    const sent = await fileAndQueue(trx, context, accountId, {
      origin: 'page',
      requestId: mail.requestId,
      envelopeFrom: from.address,
      recipients,
      bcc: mail.bcc,
      message,
      blindCopies,
      writing: writingOf(content, now, mail.mailId),
      holdMs: undoSeconds * 1_000,
      sendAt,
      policy,
      outside,
    })
    const letter = { accountId, sendId: sent.sendId, recipients: recipients.length, from: linksFrom, endsAt, links }
    await writeLinks(trx, context, letter)
    await followUpLetter(trx, context, content, sent)
    const { rfc_message_id: rfcMessageId } = message.columns
    await noteCorrection(trx, content, { mailId: sent.mailId, accountId, rfcMessageId })
    if (answered !== null) {
      noted = await noteAnswer(trx, context, { accountId, mailId: answered }, { sendId: sent.sendId, personId })
    }
    // What they hold is kept by the mail from here on.
    if (protection) await removeUploads(trx, accountId, filesOfProtection(protection))
    return sent
  }
  const done = await transact(context, accept, { grows: true })
  if (kept) announceContacts(context, accountId)
  // What leaves later is judged then.
  dispatcher.expect(Math.min(done.releaseAt, context.now() + undoSeconds * 1_000))
  announceChanges(context, [accountId])
  if (noted && answered !== null) announceTeam(context, accountId, answered)
  return done
}

/** The mail that a letter answers, null for a letter that answers none. */
const answeredBy = ({ kind, sourceMailId }: Pick<LetterContent, 'kind' | 'sourceMailId'>): number | null =>
  kind === 'reply' || kind === 'replyAll' ? sourceMailId : null

/**
 * Writes what leaves. A protected letter that the same call has sent at the same moment is answered instead: its parts went
 * with it.
 */
async function writeOrFindSent(
  parts: SendParts,
  accountId: number,
  requestId: string,
  begun: BegunLetter,
): Promise<ProtectedLetter | Sent> {
  if (!begun.protection) return { message: await writeLetter(parts, accountId, begun), blindCopies: [] }
  try {
    return await wrapProtected(parts, accountId, begun)
  } catch (error) {
    const sent =
      error instanceof ProtectionRefusedError && (await findSent(parts.context.store.db, accountId, requestId))
    if (sent) return sent
    throw error
  }
}

/**
 * Removes the draft that a mail was written in. Throws `MailNotFoundError` when another window sent or threw it away, and
 * `DraftHandRefusedError` while a colleague has it.
 */
async function takeDraft(trx: Trx, context: TransactionContext, accountId: number, mailId: number): Promise<void> {
  await draftInFolder(trx, accountId, mailId)
  await refuseHandedOn(trx, accountId, mailId)
  await noteHandSent(trx, accountId, mailId, context.now())
  await removeMails(trx, context, accountId, [mailId])
}
