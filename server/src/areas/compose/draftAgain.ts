import type { TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { noteDraft } from '../../store/queue/moveMail.ts'
import { contentIn } from './draftRow.ts'
import { createDraft } from './drafts.service.ts'

/**
 * A draft of what a mail was written from, in the caller's transaction. Answers its id.
 * @param writing JSON of the row of the queue
 * @param sendId the mail that was taken back and becomes this draft; null for a mail that has ended
 */
export async function draftAgain(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  writing: string,
  sendId: string | null,
): Promise<number> {
  const saved = await createDraft(trx, context, accountId, contentIn(JSON.parse(writing)), null)
  if (sendId !== null) await noteDraft(trx, sendId, saved.mailId)
  return saved.mailId
}
