import type { GetPath, PostPath } from '@yanshu/contracts'
import type { DoneCall } from '../../platform/http/caller.ts'
import type { Context } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'

/** Calls after which pages of the settings in other windows are old, and which note no change of the account themselves. */
const CHANGING: readonly (`GET ${GetPath}` | `POST ${PostPath}`)[] = [
  'POST user/update/details',
  'POST user/bind/recoveryEmail',
  'POST user/bind/confirm',
  'POST user/passkey/finish',
  'POST user/passkey/remove',
  'POST user/totp/confirm',
  'POST user/totp/disable',
  'POST user/totp/recoveryCodes',
  'POST user/totp/sms',
  'GET user/client/generatePassword',
  'GET user/client/cancelPassword',
  'POST user/client/stateByUser',
  'POST user/client/protocol',
  'GET mail/client/delete',
  'POST mail/log/notMe',
  'POST user/archive/begin',
  'POST user/archive/cancel',
]

/**
 * Tells the other windows of an account that its settings have changed: those of the mailbox that is open, and of the
 * person before it. A failure is logged and stops no call: what the call was for is done.
 */
export async function tellWindows(
  context: Pick<Context, 'store' | 'now' | 'log' | 'events'>,
  { path, caller, request }: DoneCall,
): Promise<void> {
  if (!CHANGING.some((one) => one === `${request.method} ${path}`)) return
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
