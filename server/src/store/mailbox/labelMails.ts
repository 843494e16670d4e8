import { LabelNotFoundError } from '../../platform/http/errors.ts'
import type { TransactionContext } from '../context/context.ts'
import { noteChange } from '../database/changeLog.ts'
import { numberIn, ownedBy } from '../database/ids.ts'
import type { Trx } from '../database/transact.ts'
import { countLabels } from './counters.ts'
import { lockMailboxes } from './lock.ts'
import { isShownOutside } from './roles.ts'

export interface Labelling {
  readonly mailIds: readonly number[]
  readonly add: readonly number[]
  readonly remove: readonly number[]
}

/**
 * Puts labels on mails and takes others off; a label in both lists stays off. Answers the ids of the mails that are
 * there. Throws `LabelNotFoundError` when a label is not the account's.
 */
export async function labelMails(
  trx: Trx,
  context: Pick<TransactionContext, 'store'>,
  accountId: number,
  { mailIds, add, remove }: Labelling,
): Promise<number[]> {
  const { engine } = context.store
  await lockMailboxes(trx, engine, [accountId])
  const wanted = [...new Set([...add, ...remove])]
  const labels = await trx
    .selectFrom('label')
    .select('id')
    .where(numberIn(engine, 'id', wanted))
    .where(ownedBy('account_id', accountId))
    .execute()
  if (labels.length !== wanted.length) throw new LabelNotFoundError()
  const mails = await trx
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['mail.id', 'mail.sort_key', 'folder.role', 'folder.guarded'])
    .where(numberIn(engine, 'mail.id', mailIds))
    .where(ownedBy('mail.account_id', accountId))
    .execute()
  if (mails.length === 0 || wanted.length === 0) return []
  const found = mails.map((mail) => mail.id)

  await countLabels(trx, found, -1)
  for (const labelId of new Set(add)) {
    // A statement holds at most 32,766 values.
    for (let start = 0; start < mails.length; start += 1_000) {
      await trx
        .insertInto('mail_label')
        .values(
          mails.slice(start, start + 1_000).map((mail) => ({
            label_id: labelId,
            mail_id: mail.id,
            sort_key: mail.sort_key,
            listed: isShownOutside(mail) ? 1 : 0,
          })),
        )
        .onConflict((conflict) => conflict.columns(['label_id', 'mail_id']).doNothing())
        .execute()
    }
  }
  if (remove.length > 0) {
    await trx
      .deleteFrom('mail_label')
      .where(numberIn(engine, 'label_id', remove))
      .where(numberIn(engine, 'mail_id', found))
      .execute()
  }
  await countLabels(trx, found, 1)
  noteChange(trx, accountId, { kind: 'updated', folderId: null, mailIds: found })
  return found
}
