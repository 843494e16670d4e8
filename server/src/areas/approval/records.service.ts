import type { ApprovalState } from '@yanshu/contracts'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import type { Actor } from '../../platform/actor/actor.ts'
import { BadRequestError, ForbiddenError, NotFoundError, TooManyRequestsError } from '../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { enqueue } from '../../store/jobs/index.ts'
import { announceChanges } from '../../store/mailbox/index.ts'
import { moveMail } from '../../store/queue/moveMail.ts'
import { draftAgain } from '../compose/index.ts'
import {
  ApprovalChangedError,
  ApprovalClosedError,
  ApprovalCommentMissingError,
  ApproverNotFoundError,
} from './approvalErrors.ts'
import { type Action, deciders } from './approvalMachine.ts'
import { NOTICE_JOB } from './approvalNames.ts'
import { personAt } from './approvers.ts'
import { act, announce, type Locked, lockRecord, nameOf, noteEvent, removeCopy } from './lockedRecord.ts'

type Asking = Pick<Actor, 'accountId' | 'personId'>

const DAY_MS = 86_400_000

/** Whether a record has reached a person. Throws `NotFoundError`. */
export async function requireReached(trx: Trx, recordId: number, accountId: number): Promise<void> {
  const row = await trx
    .selectFrom('approval_person')
    .select('record_id')
    .where('record_id', '=', recordId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
}

interface Decision {
  readonly recordId: number
  readonly hash: string
  readonly pass: boolean
  readonly comment: string
}

/**
 * Passes or rejects a mail. Throws `ForbiddenError` for who uses the mailbox of another person, `NotFoundError` for whom it
 * has not reached, `ApprovalClosedError` when it does not wait for the caller any more, `ApprovalChangedError` when the bytes
 * are others than those that were shown, and `ApprovalCommentMissingError`.
 */
export async function decide(context: Context, caller: Asking, decision: Decision): Promise<ApprovalState> {
  if (caller.personId !== caller.accountId) throw new ForbiddenError()
  const { recordId, comment } = decision
  const { row, machine } = await transact(context, async (trx) => {
    await requireReached(trx, recordId, caller.accountId)
    const locked = await lockRecord(trx, context, recordId)
    if (locked.machine.state === 'pending') {
      if (decision.hash !== locked.row.raw_hash) throw new ApprovalChangedError()
      if (!decision.pass && locked.row.comment_required === 1 && comment === '') throw new ApprovalCommentMissingError()
    }
    const by = await nameOf(trx, caller.accountId)
    const action: Action = { do: decision.pass ? 'pass' : 'reject', by: caller.accountId, comment }
    return { row: locked.row, machine: await act(trx, context, locked, { action, by, comment }) }
  })
  mailTransportOf(context).dispatcher.expect(context.now())
  announce(context, row, machine)
  return machine.state
}

/** Lets another person decide in the place of the caller. Throws as `decide` does, and `ApproverNotFoundError`. */
export async function handOn(
  context: Context,
  caller: Asking,
  { recordId, to, comment }: { readonly recordId: number; readonly to: string; readonly comment: string },
): Promise<void> {
  if (caller.personId !== caller.accountId) throw new ForbiddenError()
  const { row, machine } = await transact(context, async (trx) => {
    await requireReached(trx, recordId, caller.accountId)
    const locked = await lockRecord(trx, context, recordId)
    const person = await personAt(trx, to)
    if (locked.machine.state === 'pending' && !person) throw new ApproverNotFoundError()
    const by = await nameOf(trx, caller.accountId)
    const whom = person ?? { accountId: 0, name: '', address: '' }
    const action: Action = { do: 'hand-on', by: caller.accountId, to: whom, comment }
    const handedOn = `→ ${whom.name || whom.address}${comment === '' ? '' : `：${comment}`}`
    return { row: locked.row, machine: await act(trx, context, locked, { action, by, comment: handedOn }) }
  })
  announce(context, row, machine)
}

/** The record of a mail of the caller. Throws `NotFoundError`. */
async function lockOwn(trx: Trx, context: TransactionContext, accountId: number, recordId: number): Promise<Locked> {
  const locked = await lockRecord(trx, context, recordId)
  if (locked.row.account_id !== accountId) throw new NotFoundError()
  return locked
}

/** Chooses who decides, where the rule leaves the choice. Throws `ApproverNotFoundError`. */
export async function setApprover(
  context: Context,
  accountId: number,
  { recordId, approverId }: { readonly recordId: number; readonly approverId: number },
): Promise<void> {
  const { row, machine } = await transact(context, async (trx) => {
    const locked = await lockOwn(trx, context, accountId, recordId)
    const by = await nameOf(trx, accountId)
    const chosen = await nameOf(trx, approverId)
    const action: Action = { do: 'choose', accountId: approverId }
    return { row: locked.row, machine: await act(trx, context, locked, { action, by, comment: `→ ${chosen.name}` }) }
  })
  announce(context, row, machine)
}

/**
 * Takes a mail back that waits. What was written on the page becomes a draft again, whose id is answered; null for the rest.
 * A trigger of the store closes the record and notes the change for all whom it concerns, as for a mail that is taken back in
 * another way.
 */
export async function withdraw(context: Context, accountId: number, recordId: number): Promise<number | null> {
  const { row, machine, draftId } = await transact(context, async (trx) => {
    const { row, machine, mail } = await lockOwn(trx, context, accountId, recordId)
    if (machine.state !== 'pending' || !mail) throw new ApprovalClosedError()
    const taken = await moveMail(trx, mail.id, { to: 'taken-back' })
    if (!taken) throw new ApprovalClosedError()
    await removeCopy(trx, context, taken)
    const draftId = row.writing === null ? null : await draftAgain(trx, context, accountId, row.writing, mail.id)
    return { row, machine, draftId }
  })
  announce(context, row, machine)
  return draftId
}

/** A new draft of a mail that was not sent. Throws `NotFoundError` for what was not written on the page. */
export async function writeAgain(context: Context, accountId: number, recordId: number): Promise<number> {
  const draftId = await transact(
    context,
    async (trx) => {
      const { row } = await lockOwn(trx, context, accountId, recordId)
      if (row.writing === null || row.state === 'pending' || row.state === 'passed') throw new NotFoundError()
      const draftId = await draftAgain(trx, context, accountId, row.writing, null)
      await trx.updateTable('approval_record').set({ draft_id: draftId }).where('id', '=', recordId).execute()
      return draftId
    },
    { grows: true },
  )
  announceChanges(context, [accountId])
  return draftId
}

/** Reminds those whose decision a mail waits for, once a day. Throws `TooManyRequestsError`. */
export async function remind(context: Context, accountId: number, recordId: number): Promise<void> {
  await transact(context, async (trx) => {
    const { row, machine } = await lockOwn(trx, context, accountId, recordId)
    if (machine.state !== 'pending') throw new ApprovalClosedError()
    const now = context.now()
    if (row.reminded_at !== null && now - row.reminded_at < DAY_MS) {
      throw new TooManyRequestsError(Math.ceil((row.reminded_at + DAY_MS - now) / 1_000))
    }
    await trx.updateTable('approval_record').set({ reminded_at: now }).where('id', '=', recordId).execute()
    await noteEvent(trx, context, row, { kind: 'reminded', by: await nameOf(trx, accountId), comment: '' })
    const keys = deciders(machine).flatMap((one) =>
      one.accountId === null ? [] : [{ key: `${recordId}:${one.accountId}` }],
    )
    await enqueue(trx, context, NOTICE_JOB, keys)
  })
}

/** Throws `BadRequestError` for a number that cannot be that of a record. */
export function recordIdOf(text: string | undefined): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id < 1) throw new BadRequestError(['recordId'])
  return id
}
