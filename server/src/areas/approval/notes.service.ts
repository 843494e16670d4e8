import type { ApprovalEvent } from '@yanshu/contracts'
import type { Actor } from '../../platform/actor/actor.ts'
import { ForbiddenError, NotFoundError, TooManyRequestsError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import { transact } from '../../store/database/transact.ts'
import { enqueue } from '../../store/jobs/index.ts'
import { ApprovalClosedError } from './approvalErrors.ts'
import { deciders } from './approvalMachine.ts'
import { NOTICE_JOB } from './approvalNames.ts'
import { announce, lockRecord, nameOf, noteEvent } from './lockedRecord.ts'

export const isNote = (kind: ApprovalEvent['kind']): boolean => kind === 'asked' || kind === 'answered'

/** Questions and answers about one mail. */
const NOTES_MAX = 50
/** In seconds; no later attempt is let through, for a record has an end. */
const RETRY_AFTER = 86_400

/**
 * Asks the sender of a mail that waits, or answers. The other side gets a mail. Throws `NotFoundError` for whom it neither
 * waits for nor belongs to, `ForbiddenError` for who asks in the mailbox of another person, `ApprovalClosedError` and
 * `TooManyRequestsError`.
 */
export async function writeNote(
  context: Context,
  caller: Pick<Actor, 'accountId' | 'personId'>,
  { recordId, text }: { readonly recordId: number; readonly text: string },
): Promise<void> {
  const { accountId } = caller
  const { row, machine } = await transact(context, async (trx) => {
    const locked = await lockRecord(trx, context, recordId)
    const { row, machine, mail } = locked
    const isApplicant = row.account_id === accountId
    const waiting = deciders(machine).flatMap((one) => one.accountId ?? [])
    const reached = await trx
      .selectFrom('approval_person')
      .select('record_id')
      .where('record_id', '=', recordId)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (!isApplicant && !reached) throw new NotFoundError()
    if (!isApplicant && caller.personId !== accountId) throw new ForbiddenError()
    if (machine.state !== 'pending' || !mail || !(isApplicant || waiting.includes(accountId)))
      throw new ApprovalClosedError()
    const { count } = await trx
      .selectFrom('approval_event')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('record_id', '=', recordId)
      .where('kind', 'in', ['asked', 'answered'])
      .executeTakeFirstOrThrow()
    if (Number(count) >= NOTES_MAX) throw new TooManyRequestsError(RETRY_AFTER)
    const kind = isApplicant ? 'answered' : 'asked'
    await noteEvent(trx, context, row, { kind, by: await nameOf(trx, accountId), comment: text })
    const written = isApplicant ? waiting : row.account_id === null ? [] : [row.account_id]
    for (const id of written) noteChange(trx, id, { kind: 'settings', folderId: null, mailIds: [] })
    await enqueue(
      trx,
      context,
      NOTICE_JOB,
      written.map((id) => ({ key: `${recordId}:${id}` })),
    )
    return { row, machine }
  })
  announce(context, row, machine)
}
