import type { SavedDraft } from '@yanshu/contracts'
import { FolderClosedError, NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges, closedBy, type FolderReader, lockMailboxes, removeMails } from '../../store/mailbox/index.ts'
import { AlreadyDeliveredError } from './composeErrors.ts'
import { contentIn } from './draftRow.ts'
import { createDraft } from './drafts.service.ts'

/**
 * Takes a mail back that has not been delivered yet; it becomes a draft again, also when its copy was deleted meanwhile.
 * When making the draft fails, the mail is still cancelled, and the same call tries the draft again. A repeated call gets
 * the same draft. Throws `AlreadyDeliveredError` when it is too late, `NotFoundError` when there is no such mail, and
 * `FolderClosedError` when its copy lies in a folder that is closed to the session; then it leaves as it would have.
 */
export async function cancelSend(context: Context, reader: FolderReader, sendId: string): Promise<SavedDraft> {
  const { accountId } = reader
  let saved: SavedDraft
  try {
    saved = await transact(context, (trx) => takeBack(trx, context, reader, sendId))
  } catch (error) {
    const isAnswer = [AlreadyDeliveredError, FolderClosedError, NotFoundError].some((kind) => error instanceof kind)
    if (isAnswer) throw error
    await stopSending(context.store.db, accountId, sendId)
    throw error
  }
  announceChanges(context, [accountId])
  return saved
}

/** Cancels and makes the draft together, so that a crash leaves either both or neither. */
async function takeBack(trx: Trx, context: Context, reader: FolderReader, sendId: string): Promise<SavedDraft> {
  const { accountId } = reader
  // The mail first and the mailbox after it, in the order in which it would leave.
  await stopSending(trx, accountId, sendId)
  await lockMailboxes(trx, context.store.engine, [accountId])
  const mail = await trx
    .selectFrom('outgoing')
    .select(['state', 'mail_id', 'writing'])
    .where('id', '=', sendId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!mail) throw new NotFoundError()
  await requireCopyOpen(trx, reader, mail.mail_id)
  if (mail.state !== 'cancelled') throw new AlreadyDeliveredError()
  if (mail.writing === null) return draftMadeBefore(trx, mail.mail_id)
  await removeMails(trx, context, accountId, [mail.mail_id])
  const saved = await createDraft(trx, context, accountId, contentIn(JSON.parse(mail.writing)), null)
  await trx.updateTable('outgoing').set({ mail_id: saved.mailId, writing: null }).where('id', '=', sendId).execute()
  return saved
}

async function requireCopyOpen(trx: Trx, reader: FolderReader, mailId: number): Promise<void> {
  const copy = await trx
    .selectFrom('mail')
    .select('folder_id')
    .where('id', '=', mailId)
    .where('account_id', '=', reader.accountId)
    .executeTakeFirst()
  if (copy && (await closedBy(trx, reader, copy.folder_id)) !== null) throw new FolderClosedError()
}

/** Keeps the mail from leaving, if it has not left. */
async function stopSending(db: Context['store']['db'], accountId: number, sendId: string): Promise<void> {
  await db
    .updateTable('outgoing')
    .set({ state: 'cancelled' })
    .where('id', '=', sendId)
    .where('account_id', '=', accountId)
    .where('state', '=', 'held')
    .execute()
}

async function draftMadeBefore(trx: Trx, mailId: number): Promise<SavedDraft> {
  const draft = await trx
    .selectFrom('draft')
    .select(['revision', 'saved_at'])
    .where('mail_id', '=', mailId)
    .executeTakeFirst()
  // Sent again or thrown away since.
  if (!draft) throw new NotFoundError()
  return { mailId, revision: draft.revision, savedAt: draft.saved_at }
}
