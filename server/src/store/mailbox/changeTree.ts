import type { Context } from '../context/context.ts'
import { noteChange } from '../database/changeLog.ts'
import type { Trx } from '../database/transact.ts'
import { transact } from '../database/transact.ts'
import { announceChanges } from './announceChanges.ts'
import { lockMailboxes } from './lock.ts'

/** Changes folders or labels of an account, one change at a time, and notifies its windows. */
export async function changeTree<T>(context: Context, accountId: number, work: (trx: Trx) => Promise<T>): Promise<T> {
  const result = await transact(context, async (trx) => {
    // Another call may be moving mails, or putting a label on them, at this moment.
    await lockMailboxes(trx, context.store.engine, [accountId])
    const done = await work(trx)
    noteChange(trx, accountId, { kind: 'folders', folderId: null, mailIds: [] })
    return done
  })
  announceChanges(context, [accountId])
  return result
}
