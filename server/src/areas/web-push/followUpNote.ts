import { type FollowUpNote, NOTIFICATION_SUBJECT_LENGTH } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import { readDueFollowUp } from '../follow-up/index.ts'
import type { Listener } from './subscriptions.service.ts'

/** The push message about a mail that is to be followed up now; null when it was ended meanwhile. */
export async function followUpNote(
  context: Pick<Context, 'store'>,
  accountId: number,
  followUpId: number,
): Promise<((to: Listener) => FollowUpNote) | null> {
  const due = await readDueFollowUp(context, accountId, followUpId)
  if (!due) return null
  const { address } = await context.store.db
    .selectFrom('account')
    .select('address')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return ({ withContent, language }) => ({
    account: address,
    followUpId,
    mailId: due.mailId,
    path: due.path,
    subject: withContent ? due.subject.slice(0, NOTIFICATION_SUBJECT_LENGTH) : '',
    note: withContent ? due.note : '',
    language,
  })
}
