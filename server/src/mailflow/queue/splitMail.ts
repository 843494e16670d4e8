import { randomBytes } from 'node:crypto'
import type { TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { type Hold, holdColumns } from '../../store/queue/outgoingState.ts'
import { moveBlindCopies } from './blindCopies.ts'

interface Split {
  /** Those of its recipients whom the new mail goes to. */
  readonly addresses: readonly string[]
  readonly hold: Hold
  /** JSON of what the new mail was written from; null for what cannot be taken back. */
  readonly writing: string | null
  /** JSON of the blind copies of the sender's copy that is filed when it leaves; null where none is. */
  readonly awaitedCopy: string | null
}

/**
 * Lets some recipients of a mail that is held wait for themselves, as a mail of its own with the same bytes. Each recipient
 * is in one of the two, so that none gets it twice and none is lost. Answers the id of the new mail. The caller has locked
 * the mail.
 */
export async function splitMail(
  trx: Trx,
  { now }: Pick<TransactionContext, 'now'>,
  id: string,
  { addresses, hold, writing, awaitedCopy }: Split,
): Promise<string> {
  const {
    report_at: _,
    attempts: __,
    ...mail
  } = await trx.selectFrom('outgoing').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const newId = randomBytes(15).toString('base64url').replace(/^-/, 'A')
  await trx
    .insertInto('outgoing')
    .values({
      ...mail,
      id: newId,
      // A repeated call finds the mail that it was about.
      request_id: mail.request_id === '' ? '' : `part-${newId}`,
      mail_id: null,
      state: 'held',
      created_at: now(),
      ...holdColumns(hold),
      writing,
      awaited_copy: awaitedCopy,
    })
    .execute()
  await trx
    .updateTable('outgoing_recipient')
    .set({ outgoing_id: newId })
    .where('outgoing_id', '=', id)
    .where('address', 'in', [...addresses])
    .execute()
  await moveBlindCopies(trx, { from: id, to: newId, addresses })
  return newId
}
