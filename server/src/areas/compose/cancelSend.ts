import type { SavedDraft } from '@yanshu/contracts'
import { takeBlindCopies } from '../../mailflow/queue/blindCopies.ts'
import type { MailReader } from '../../platform/actor/actor.ts'
import { FolderClosedError, NotFoundError } from '../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import {
  announceChanges,
  lockMailboxes,
  removeMails,
  requireMailOpen,
  selectScheduled,
} from '../../store/mailbox/index.ts'
import { moveMail, noteDraft } from '../../store/queue/moveMail.ts'
import { endLinksOf } from '../files/index.ts'
import { AlreadyDeliveredError } from './composeErrors.ts'
import { noteHandUnsent } from './draftHandRows.ts'
import { contentIn, type StoredLetter } from './draftRow.ts'
import { createDraft } from './drafts.service.ts'

/**
 * Takes a mail back that has not been delivered yet; it becomes a draft again, also when its copy was deleted meanwhile.
 * When making the draft fails, the mail is still cancelled, and the same call tries the draft again. A repeated call gets
 * the same draft. Throws `AlreadyDeliveredError` when it is too late, `NotFoundError` when there is no such mail, and
 * `FolderClosedError` when its copy lies in a folder that is closed to the session; then it leaves as it would have.
 */
export async function cancelSend(context: Context, reader: MailReader, sendId: string): Promise<SavedDraft> {
  const { accountId } = reader
  let saved: SavedDraft
  try {
    saved = await transact(context, (trx) => takeBack(trx, context, accountId, sendId, reader))
  } catch (error) {
    const isAnswer = [AlreadyDeliveredError, FolderClosedError, NotFoundError].some((kind) => error instanceof kind)
    if (isAnswer) throw error
    await transact(context, (trx) => stopSending(trx, context, accountId, sendId))
    throw error
  }
  announceChanges(context, [accountId])
  return saved
}

/** Cancels and makes the draft together, so that a crash leaves either both or neither. */
async function takeBack(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  sendId: string,
  reader: MailReader | null,
): Promise<SavedDraft> {
  // The mail first and the mailbox after it, in the order in which it would leave.
  const mail = await stopSending(trx, context, accountId, sendId)
  await lockMailboxes(trx, context.store.engine, [accountId])
  if (reader) await requireMailOpen(trx, reader, mail.mailId)
  if (!mail.stopped) throw new AlreadyDeliveredError()
  if (mail.writing === null) return draftMadeBefore(trx, mail.mailId)
  await removeMails(trx, context, accountId, [mail.mailId])
  const writing: StoredLetter = JSON.parse(mail.writing)
  const saved = await createDraft(trx, context, accountId, contentIn(writing), null)
  await noteDraft(trx, sendId, saved.mailId)
  const before = writing.from_draft ?? null
  if (before !== null) await noteHandUnsent(trx, accountId, { before, after: saved.mailId, now: context.now() })
  return saved
}

interface StoppedMail {
  /** Whether it stays here; else it has left. */
  readonly stopped: boolean
  readonly mailId: number
  readonly writing: string | null
}

/** Keeps a mail of the page from leaving, if it has not left. Throws `NotFoundError` when the account has no such mail. */
async function stopSending(
  trx: Trx,
  { now }: Pick<TransactionContext, 'now'>,
  accountId: number,
  sendId: string,
): Promise<StoppedMail> {
  await moveMail(trx, sendId, { to: 'taken-back' }, { accountId })
  const mail = await trx
    .selectFrom('outgoing')
    .select(['state', 'mail_id', 'writing'])
    .where('id', '=', sendId)
    .where('account_id', '=', accountId)
    .where('origin', '=', 'page')
    .executeTakeFirst()
  if (!mail) throw new NotFoundError()
  if (mail.state === 'taken-back') {
    await endLinksOf(trx, sendId, now())
    await takeBlindCopies(trx, sendId)
  }
  return { stopped: mail.state === 'taken-back', mailId: mail.mail_id ?? 0, writing: mail.writing }
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

/** A letter that was taken back, and the draft that it became. */
export interface Drafted {
  readonly mailId: number
  readonly draftId: number
}

/**
 * Takes back those of the mails that wait for their time, because they are edited or deleted (§4): they are drafts again.
 * One that has just left is not among the answers.
 */
export async function takeBackScheduled(
  context: Context,
  accountId: number,
  mailIds: readonly number[],
): Promise<Drafted[]> {
  const wanted = new Set(mailIds)
  const waiting = (await selectScheduled(context.store.db, { accountId })).filter(({ mailId }) => wanted.has(mailId))
  const drafted: Drafted[] = []
  for (const { mailId, sendId } of waiting) {
    try {
      const saved = await transact(context, (trx) => takeBack(trx, context, accountId, sendId, null))
      drafted.push({ mailId, draftId: saved.mailId })
    } catch (error) {
      if (!(error instanceof AlreadyDeliveredError)) throw error
    }
  }
  if (drafted.length > 0) announceChanges(context, [accountId])
  return drafted
}
