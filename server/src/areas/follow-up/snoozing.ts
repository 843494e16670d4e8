import type { Context, TransactionContext } from '../../store/context/context.ts'
import { numberIn } from '../../store/database/ids.ts'
import type { Trx } from '../../store/database/transact.ts'
import { folderOfRole, markMails, moveMails } from '../../store/mailbox/index.ts'
import { namedFolder } from '../folders/index.ts'

const NAMES = { zh: '稍后处理', en: 'Snoozed' } as const

/** The folder of snoozed mails. */
export const snoozeFolder = (context: Context, accountId: number): Promise<number> =>
  namedFolder(context, accountId, NAMES)

/** A mail that was snoozed. */
export interface Snoozed {
  readonly mail_id: number
  readonly snoozed_from: number | null
  readonly snoozed_to: number | null
}

/**
 * Moves snoozed mails back to where they were, unread, or into the inbox where that folder is gone. A mail that was moved
 * by its owner meanwhile stays where it is. Answers how many have returned.
 */
export async function returnMails(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  snoozed: readonly Snoozed[],
): Promise<number> {
  const away = snoozed.filter(({ snoozed_from }) => snoozed_from !== null)
  if (away.length === 0) return 0
  const { engine } = context.store
  const places = await trx
    .selectFrom('mail')
    .select(['id', 'folder_id'])
    .where(
      numberIn(
        engine,
        'id',
        away.map(({ mail_id }) => mail_id),
      ),
    )
    .execute()
  const placeOf = new Map(places.map(({ id, folder_id }) => [id, folder_id]))
  const folders = await trx.selectFrom('folder').select('id').where('account_id', '=', accountId).execute()
  const there = new Set(folders.map(({ id }) => id))
  const inbox = await folderOfRole(trx, accountId, 'inbox')
  const waiting = away.filter(({ mail_id, snoozed_to }) => placeOf.get(mail_id) === snoozed_to)
  const byTarget = Map.groupBy(waiting, ({ snoozed_from }) =>
    snoozed_from !== null && there.has(snoozed_from) ? snoozed_from : inbox,
  )
  for (const [targetFolderId, mails] of byTarget) {
    const mailIds = mails.map(({ mail_id }) => mail_id)
    await moveMails(trx, context, { accountId, mailIds, targetFolderId })
    await markMails(trx, context, accountId, mailIds, { seen: false })
  }
  return waiting.length
}
