import type { ApprovalNote } from '@yanshu/contracts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { readNotice } from '../approval/index.ts'
import type { Listener } from './subscriptions.service.ts'

/** The push message about a record of approval; null when it no longer waits for the account, or is gone. */
export async function approvalNote(
  context: Pick<Context, 'store'>,
  accountId: number,
  approvalId: number,
): Promise<((to: Listener) => ApprovalNote) | null> {
  const notice = await readNotice(context, accountId, approvalId).catch((error: unknown) => {
    if (error instanceof NotFoundError) return null
    throw error
  })
  if (!notice) return null
  const { address } = await context.store.db
    .selectFrom('account')
    .select('address')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return ({ withContent, language }) => ({
    ...notice,
    account: address,
    approvalId,
    name: withContent ? notice.name : '',
    subject: withContent ? notice.subject : '',
    language,
  })
}
