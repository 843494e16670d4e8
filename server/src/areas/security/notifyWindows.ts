import type { DoneCall } from '../../platform/http/caller.ts'
import type { Context } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'

/**
 * Notes for the other windows of an account that its settings have changed, where the contract of the call demands it: those
 * of the mailbox that is open, and of the person who has it open. A failure is logged and stops no call: what the call was for is done.
 */
export async function notifyWindows(
  context: Pick<Context, 'store' | 'now' | 'log' | 'events'>,
  { call, caller }: DoneCall,
): Promise<void> {
  if (!call.renewsSettings) return
  const accountIds = [...new Set([caller.accountId, caller.personId])]
  try {
    await transact(context, async (trx) => {
      for (const id of accountIds) noteChange(trx, id, { kind: 'settings', folderId: null, mailIds: [] })
    })
    announceChanges(context, accountIds)
  } catch (error) {
    context.log.warn({ err: error, path: call.path }, 'the windows of an account could not be told of a change')
  }
}
