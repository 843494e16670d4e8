import type { GetPath, PostPath } from '@yanshu/contracts'
import type { DoneCall } from '../../platform/http/caller.ts'
import type { Context } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'

/** Calls after which pages of the settings in other windows are old, and which note no change of the account themselves. */
const CHANGING: readonly (GetPath | PostPath)[] = [
  'user/update/details',
  'user/bind/recoveryEmail',
  'user/bind/confirm',
  'user/passkey/finish',
  'user/passkey/remove',
  'user/totp/confirm',
  'user/totp/disable',
  'user/totp/recoveryCodes',
  'user/totp/sms',
  'user/client/generatePassword',
  'user/client/cancelPassword',
  'user/client/stateByUser',
  'user/client/protocol',
  'mail/client/delete',
  'mail/log/notMe',
  'user/archive/begin',
  'user/archive/cancel',
]

/**
 * Tells the other windows of an account that its settings have changed: those of the mailbox that is open, and of the
 * person before it. A failure is logged and stops no call: what the call was for is done.
 */
export async function tellWindows(
  context: Pick<Context, 'store' | 'now' | 'log' | 'events'>,
  { path, caller }: DoneCall,
): Promise<void> {
  if (!CHANGING.some((one) => one === path)) return
  const accountIds = [...new Set([caller.accountId, caller.personId])]
  try {
    await transact(context, async (trx) => {
      for (const id of accountIds) noteChange(trx, id, { kind: 'settings', folderId: null, mailIds: [] })
    })
    announceChanges(context, accountIds)
  } catch (error) {
    context.log.warn({ err: error, path }, 'the windows of an account could not be told of a change')
  }
}
