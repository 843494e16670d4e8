import { type LetterContent, optionOf } from '@yanshu/contracts'
import type { TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { enqueue } from '../../store/jobs/index.ts'

/** The job that follows up a letter once it has left. Its key is the id in the queue and the working days, with a blank. */
export const FOLLOW_UP_LETTER = 'follow-up.letter'

/** Asks that a letter be followed up, where its writer has chosen it (`mail.followUp`). */
export async function followUpLetter(
  trx: Trx,
  context: TransactionContext,
  { options }: Pick<LetterContent, 'options'>,
  sent: { readonly sendId: string; readonly releaseAt: number },
): Promise<void> {
  const days = optionOf(options, 'mail.followUp')
  if (days === null) return
  await enqueue(trx, context, FOLLOW_UP_LETTER, [{ key: `${sent.sendId} ${days}`, at: sent.releaseAt }])
}
