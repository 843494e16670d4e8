import type { SentRecipient } from '@yanshu/contracts'
import { storeMessage } from '../../mailflow/delivery/storeMessage.ts'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { prepareAutomatic } from '../../mailflow/outgoing/automaticMail.ts'
import { stopWaiting } from '../../mailflow/queue/stopWaiting.ts'
import type { PreparedMessage } from '../../mailflow/reading/preparedMessage.ts'
import { escapeHtml } from '../../mime/escapeHtml.ts'
import type { MailReader } from '../../platform/actor/actor.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { ownedBy } from '../../store/database/ids.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import {
  addMail,
  announceChanges,
  endOutsideLinks,
  lockMailboxes,
  openMailbox,
  removeMails,
} from '../../store/mailbox/index.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import { endLinksOf } from '../files/index.ts'
import { type ArrivedMail, arrivedMails, type SentMail, sentRecipients } from './sentRecipients.ts'

/** Recipients in one call; the page repeats it for a letter to more. */
const AT_ONCE = 200

export interface Recall {
  readonly mailId: number
  /** Whether a notice lies in its place afterwards. */
  readonly notice: boolean
}

/**
 * Takes a delivered mail back from those recipients of the organisation who have not read it, or from all of them where the
 * organisation wants that (`recallReadEnable`), and stops it for those who still wait for the relay. The links of its large
 * files end, for all who have it, and by the same rule the pages on which it is read outside. Each mailbox changes in a transaction of its own, in which it is asked again
 * whether the mail was read. Throws `MailNotFoundError`, `FolderClosedError`, and `NotFoundError` for a mail that the account
 * has not sent.
 */
export async function recallMail(
  context: Context,
  reader: MailReader,
  { mailId, notice }: Recall,
): Promise<{ recipients: SentRecipient[]; total: number; left: number }> {
  const { accountId } = reader
  await openMailbox(context, reader).message(mailId)
  const sent = { accountId, mailId }
  const letter = await sentLetter(context, sent)
  const takesRead = (await switchesOf(context.store.db, accountId)).recallReadEnable
  await stop(context, sent, takesRead)
  const mails = (await arrivedMails(context.store.db, sent)).filter(
    ({ isRead, isClosed }) => !isClosed && (takesRead || !isRead),
  )
  const message = notice && mails.length > 0 ? await writeNotice(context, accountId, letter) : null
  const now = mails.slice(0, AT_ONCE)
  for (const mail of now) {
    const done = await transact(context, (trx) => takeFrom(trx, context, sent, { mail, takesRead, message }))
    if (done) announceChanges(context, [mail.accountId])
  }
  return { ...(await sentRecipients(context, sent)), left: mails.length - now.length }
}

/** What of a letter is taken back at once: what has not left, its links, and the pages on which it is read outside. */
async function stop(context: Context, sent: SentMail, takesRead: boolean): Promise<void> {
  const stopped = await transact(context, async (trx) => {
    const letters = await trx
      .selectFrom('outgoing')
      .select('id')
      .where('mail_id', '=', sent.mailId)
      .where('account_id', '=', sent.accountId)
      .execute()
    const now = context.now()
    for (const { id } of letters) await endLinksOf(trx, id, now)
    await endOutsideLinks(trx, sent, { takesRead, now })
    return stopWaiting(trx, context, sent)
  })
  if (stopped > 0) announceChanges(context, [sent.accountId])
}

/** Where a sent mail stands for each recipient; no recipient for one that the account has not sent. Throws `MailNotFoundError`. */
export async function readSent(context: Context, reader: MailReader, mailId: number) {
  await openMailbox(context, reader).message(mailId)
  return sentRecipients(context, { accountId: reader.accountId, mailId })
}

/** A letter that was sent. */
export interface Letter {
  readonly subject: string
  readonly messageId: string
  readonly references: string
  /** Epoch milliseconds. */
  readonly date: number
}

/** Throws `NotFoundError` for a mail that the account has not sent. */
export async function sentLetter({ store }: Pick<Context, 'store'>, { accountId, mailId }: SentMail): Promise<Letter> {
  const row = await store.db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .innerJoin('outgoing', 'outgoing.mail_id', 'mail.id')
    .select(['message.subject', 'message.rfc_message_id', 'message.refs', 'message.date', 'mail.received_at'])
    .where('mail.id', '=', mailId)
    .where(ownedBy('mail.account_id', accountId))
    .where('outgoing.account_id', '=', accountId)
    .where('outgoing.origin', 'in', ['page', 'program', 'part'])
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
  const { subject, rfc_message_id: messageId, refs: references, date, received_at } = row
  return { subject, messageId, references, date: date ?? received_at }
}

interface Taking {
  readonly mail: Pick<ArrivedMail, 'mailId' | 'accountId'>
  readonly takesRead: boolean
  /** What lies in its place; null for nothing. */
  readonly message: PreparedMessage | null
  /** Whether a corrected copy lies there already. */
  readonly corrected?: boolean
}

/**
 * Takes a mail out of a mailbox. Answers whether the mailbox was changed: another call, its owner or a rule may have been
 * faster.
 */
export async function takeFrom(
  trx: Trx,
  context: TransactionContext,
  sent: SentMail,
  { mail, takesRead, message, corrected = false }: Taking,
): Promise<boolean> {
  await lockMailboxes(trx, context.store.engine, [mail.accountId])
  const row = await trx
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['mail.seen', 'mail.replied', 'mail.forwarded', 'mail.folder_id', 'mail.received_at', 'folder.guarded'])
    .where('mail.id', '=', mail.mailId)
    .where(ownedBy('mail.account_id', mail.accountId))
    .executeTakeFirst()
  if (!row || row.guarded === 1) return false
  if (!takesRead && row.seen + row.replied + row.forwarded > 0) return false
  await removeMails(trx, context, mail.accountId, [mail.mailId])
  const facts = { at: context.now(), corrected: corrected ? 1 : 0 }
  await trx
    .insertInto('recalled_mail')
    .values({ account_id: sent.accountId, mail_id: sent.mailId, reader_id: mail.accountId, ...facts })
    .onConflict((conflict) => conflict.columns(['mail_id', 'reader_id']).doUpdateSet(facts))
    .execute()
  if (!message) return true
  await addMail(trx, context, {
    accountId: mail.accountId,
    folderId: row.folder_id,
    messageId: await storeMessage(trx, context, message),
    // In the place that the mail had.
    receivedAt: row.received_at,
    size: message.columns.size,
    seen: row.seen === 1,
    systemNotice: true,
    quiet: true,
  })
  return true
}

/** One notice for all of them, in both languages and without the subject: what is taken back is not repeated. */
async function writeNotice(context: Context, accountId: number, letter: Letter): Promise<PreparedMessage> {
  const sender = await context.store.db
    .selectFrom('account')
    .select(['name', 'address'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const name = escapeHtml(sender.name || sender.address)
  const { timeZone } = await readSettings(context, accountId)
  return prepareAutomatic(context, mailTransportOf(context).preparer, {
    from: sender,
    to: sender.address,
    subject: '已撤回一封邮件 / A mail was taken back',
    html: `<p>${name} 撤回了原来在这里的邮件。您不需要做什么；如有疑问，请联系发件人。</p><p>${name} has taken back the mail that was here. There is nothing for you to do; ask the sender if you have questions.</p>`,
    answers: letter.messageId === '' ? null : { messageId: letter.messageId, references: letter.references },
    timeZone,
  })
}
