import type { ApprovalEvent, ApprovalState } from '@yanshu/contracts'
import type { Selectable } from 'kysely'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { decideHeld } from '../../mailflow/queue/decideHeld.ts'
import type { Actor } from '../../platform/actor/actor.ts'
import { BadRequestError, ForbiddenError, NotFoundError, TooManyRequestsError } from '../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import type { ApprovalRecordTable } from '../../store/database/approval.schema.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { enqueue } from '../../store/jobs/index.ts'
import { announceChanges } from '../../store/mailbox/index.ts'
import { moveMail } from '../../store/queue/moveMail.ts'
import type { Holder } from '../../store/queue/outgoingState.ts'
import { draftAgain } from '../compose/index.ts'
import {
  ApprovalChangedError,
  ApprovalClosedError,
  ApprovalCommentMissingError,
  ApproverNotFoundError,
} from './approvalErrors.ts'
import { type Action, deciders, type Machine, move, reached, waiting } from './approvalMachine.ts'
import { NOTICE_JOB, STEP, TIMEOUT_JOB } from './approvalNames.ts'
import { administratorsOf, personAt } from './approvers.ts'
import { writePeople } from './openRecord.ts'
import { dueOf } from './planApproval.ts'
import { holderOf, waitingWhy } from './waitingWhy.ts'

export type RecordRow = Selectable<ApprovalRecordTable>
type Asking = Pick<Actor, 'accountId' | 'personId'>

const DAY_MS = 86_400_000

export function machineOf(row: Pick<RecordRow, 'state' | 'level' | 'levels'>): Machine {
  const { levels, barred } = JSON.parse(row.levels) as Pick<Machine, 'levels' | 'barred'>
  return { state: row.state, level: row.level, levels, barred }
}

/** A record with its mail, both locked until the transaction ends. */
interface Locked {
  readonly row: RecordRow
  readonly machine: Machine
  /** null once the mail is gone from the queue. */
  readonly mail: { readonly id: string; readonly heldBy: Holder; readonly rawHash: string | null } | null
}

/** The mail first and the record after it: in this order a mail that is taken back locks them too. */
async function lockRecord(trx: Trx, { store }: TransactionContext, recordId: number): Promise<Locked> {
  const found = await trx
    .selectFrom('approval_record')
    .select('outgoing_id')
    .where('id', '=', recordId)
    .executeTakeFirst()
  if (!found) throw new NotFoundError()
  const lock = store.engine === 'postgres'
  let outgoing = trx
    .selectFrom('outgoing')
    .select(['id', 'held_by', 'held_step', 'state', 'message_id'])
    .where('id', '=', found.outgoing_id)
  if (lock) outgoing = outgoing.forUpdate()
  const mail = await outgoing.executeTakeFirst()
  let record = trx.selectFrom('approval_record').selectAll().where('id', '=', recordId)
  if (lock) record = record.forUpdate()
  const row = await record.executeTakeFirstOrThrow()
  const isHeld = mail?.state === 'held' && mail.held_step === STEP
  const message = isHeld
    ? await trx.selectFrom('message').select('raw_hash').where('id', '=', mail.message_id).executeTakeFirst()
    : undefined
  return {
    row,
    machine: machineOf(row),
    // The column has what `hold.by` was written as.
    mail: isHeld ? { id: mail.id, heldBy: mail.held_by as Holder, rawHash: message?.raw_hash ?? null } : null,
  }
}

const REFUSED = { closed: ApprovalClosedError, 'not-theirs': ApprovalClosedError, 'no-such': ApproverNotFoundError }

interface By {
  /** null for the server. */
  readonly accountId: number | null
  readonly name: string
}
const SERVER: By = { accountId: null, name: '' }

async function nameOf(trx: Trx, accountId: number): Promise<By> {
  const row = await trx.selectFrom('account').select(['name', 'address']).where('id', '=', accountId).executeTakeFirst()
  return { accountId, name: row ? row.name || row.address : '' }
}

async function noteEvent(
  trx: Trx,
  { now }: Pick<TransactionContext, 'now'>,
  row: RecordRow,
  { kind, by, comment }: { kind: ApprovalEvent['kind']; by: By; comment: string },
): Promise<void> {
  await trx
    .insertInto('approval_event')
    .values({
      record_id: row.id,
      at: now(),
      kind,
      by_id: by.accountId,
      by_name: by.name,
      comment,
      raw_hash: row.raw_hash,
    })
    .execute()
}

/** Does what is decided: with the record, its people, and the mail in the queue. */
async function act(
  trx: Trx,
  context: TransactionContext,
  { row, machine, mail }: Locked,
  { action, by, comment }: { readonly action: Action; readonly by: By; readonly comment: string },
): Promise<Machine> {
  const now = context.now()
  const moved = move(machine, action, now)
  if ('refused' in moved) throw new REFUSED[moved.refused]()
  if (!mail) throw new ApprovalClosedError()
  // What leaves is what was decided about.
  if (mail.rawHash !== row.raw_hash) throw new ApprovalChangedError()
  const after = moved.machine
  await noteEvent(trx, context, row, { kind: moved.event, by, comment })
  await save(trx, context, row, { before: machine, after, isNew: action.do === 'time-out' })
  const waits = { id: mail.id, by: mail.heldBy, decider: 'server' as const, now }
  const done =
    after.state === 'passed'
      ? await decideHeld(trx, waits, 'pass')
      : after.state === 'pending'
        ? await moveMail(trx, mail.id, {
            to: 'held',
            hold: { step: STEP, by: holderOf(after), why: waitingWhy(after), until: null },
          })
        : await decideHeld(trx, waits, {
            refuse: {
              status: '5.7.1',
              reason: refusalOf(after, by, comment),
              // The envelope of what was passed on names its first sender.
              report: row.account_id !== null && (await isOwnMail(trx, mail.id)),
            },
          })
  if (!done) throw new ApprovalClosedError()
  return after
}

const isOwnMail = async (trx: Trx, outgoingId: string): Promise<boolean> => {
  const row = await trx.selectFrom('outgoing').select('origin').where('id', '=', outgoingId).executeTakeFirst()
  return row !== undefined && row.origin !== 'forward'
}

function refusalOf({ state }: Machine, { name }: By, comment: string): string {
  if (state === 'expired') return '审批超时，邮件未发出 / nobody decided in time; the mail was not sent'
  const said = comment === '' ? '' : `：${comment}`
  return `审批未通过（${name}）${said} / rejected by ${name}${comment === '' ? '' : `: ${comment}`}`
}

async function save(
  trx: Trx,
  context: TransactionContext,
  row: RecordRow,
  { before, after, isNew }: { before: Machine; after: Machine; isNew: boolean },
): Promise<void> {
  const now = context.now()
  const closed = after.state !== 'pending'
  const level = after.levels[after.level]
  const dueAt = closed ? null : isNew || after.level !== before.level ? dueOf(context, level) : row.due_at
  await trx
    .updateTable('approval_record')
    .set({
      state: after.state,
      level: after.level,
      levels: JSON.stringify({ levels: after.levels, barred: after.barred }),
      due_at: dueAt,
      decided_at: closed ? now : null,
      // What has left is not written anew.
      ...(after.state === 'passed' ? { writing: null } : {}),
    })
    .where('id', '=', row.id)
    .execute()
  await writePeople(trx, context, row.id, after)
  if (dueAt !== null && dueAt !== row.due_at)
    await enqueue(trx, context, TIMEOUT_JOB, [{ key: `${row.id}`, at: dueAt }])
  if (row.account_id !== null) noteChange(trx, row.account_id, { kind: 'settings', folderId: null, mailIds: [] })
}

/** Wakes the windows of all whom a record concerns. */
function announce(context: Context, accountId: number | null, machine: Machine): void {
  const ids = reached(machine).flatMap((person) => person.accountId ?? [])
  announceChanges(context, [...new Set([...(accountId === null ? [] : [accountId]), ...ids])])
}

/** Whether a record has reached a person. Throws `NotFoundError`. */
async function requireReached(trx: Trx, recordId: number, accountId: number): Promise<void> {
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
  announce(context, row.account_id, machine)
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
    const said = `→ ${whom.name || whom.address}${comment === '' ? '' : `：${comment}`}`
    return { row: locked.row, machine: await act(trx, context, locked, { action, by, comment: said }) }
  })
  announce(context, row.account_id, machine)
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
  const machine = await transact(context, async (trx) => {
    const locked = await lockOwn(trx, context, accountId, recordId)
    const by = await nameOf(trx, accountId)
    const chosen = await nameOf(trx, approverId)
    return act(trx, context, locked, {
      action: { do: 'choose', accountId: approverId },
      by,
      comment: `→ ${chosen.name}`,
    })
  })
  announce(context, accountId, machine)
}

/**
 * Takes a mail back that waits. What was written on the page becomes a draft again, whose id is answered; null for the rest.
 * A trigger of the store closes the record, as for a mail that is taken back in another way.
 */
export async function withdraw(context: Context, accountId: number, recordId: number): Promise<number | null> {
  const { machine, draftId } = await transact(context, async (trx) => {
    const { row, machine, mail } = await lockOwn(trx, context, accountId, recordId)
    if (machine.state !== 'pending' || !mail) throw new ApprovalClosedError()
    if (!(await moveMail(trx, mail.id, { to: 'taken-back' }))) throw new ApprovalClosedError()
    for (const id of reached(machine).flatMap((person) => person.accountId ?? []))
      noteChange(trx, id, { kind: 'settings', folderId: null, mailIds: [] })
    const draftId = row.writing === null ? null : await draftAgain(trx, context, accountId, row.writing, mail.id)
    return { machine, draftId }
  })
  announce(context, accountId, machine)
  return draftId
}

/** A new draft of a mail that was not sent. Throws `NotFoundError` for what was not written on the page. */
export async function writeAgain(context: Context, accountId: number, recordId: number): Promise<number> {
  const draftId = await transact(
    context,
    async (trx) => {
      const { row } = await lockOwn(trx, context, accountId, recordId)
      if (row.writing === null || row.state === 'pending' || row.state === 'passed') throw new NotFoundError()
      return draftAgain(trx, context, accountId, row.writing, null)
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

/** What a time-out did. */
export interface TimedOut {
  /** When it is due again; null when it is not. */
  readonly again: number | null
  /** Whom it concerns; null when nothing was due. */
  readonly concerns: { readonly accountId: number | null; readonly machine: Machine } | null
}

/** What follows when no decision came in time, in the transaction that ends the job. */
export async function timeOut(trx: Trx, context: TransactionContext, recordId: number): Promise<TimedOut> {
  const found = await trx.selectFrom('approval_record').select('id').where('id', '=', recordId).executeTakeFirst()
  if (!found) return { again: null, concerns: null }
  const locked = await lockRecord(trx, context, recordId)
  const { row, machine, mail } = locked
  if (!mail || machine.state !== 'pending' || row.due_at === null) return { again: null, concerns: null }
  if (row.due_at > context.now()) return { again: row.due_at, concerns: null }
  const after = await act(trx, context, locked, { action: { do: 'time-out' }, by: SERVER, comment: '' })
  const { due_at } = await trx
    .selectFrom('approval_record')
    .select('due_at')
    .where('id', '=', recordId)
    .executeTakeFirstOrThrow()
  return { again: due_at, concerns: { accountId: row.account_id, machine: after } }
}

/** After the commit: what was let go leaves, and the windows of all whom it concerns ask anew. */
export function announceTimeOut(context: Context, { concerns }: TimedOut): void {
  if (!concerns) return
  mailTransportOf(context).dispatcher.expect(context.now())
  announce(context, concerns.accountId, concerns.machine)
}

/** Lets administrators decide where all whose decision a mail waits for are gone or switched off. */
export async function replaceMissing(context: Context, recordId: number): Promise<void> {
  const done = await transact(context, async (trx) => {
    const { row, machine, mail } = await lockRecord(trx, context, recordId)
    const ids = deciders(machine).flatMap(({ accountId }) => accountId ?? [])
    const there = await trx
      .selectFrom('account')
      .select('id')
      .where('id', 'in', [0, ...ids])
      .where('disabled', '=', 0)
      .executeTakeFirst()
    if (machine.state !== 'pending' || !mail || there) return null
    const level = machine.levels[machine.level]
    const named = new Set([...machine.barred, ...(level?.people ?? []).map(({ accountId }) => accountId)])
    const others = (await administratorsOf(trx)).filter(({ accountId }) => !named.has(accountId))
    if (others.length === 0) return null
    const levels = machine.levels.map((one, at) =>
      at === machine.level
        ? {
            ...one,
            mode: 'any' as const,
            people: [
              ...one.people.map((person) =>
                person.state === 'waiting' ? { ...person, state: 'gone' as const } : person,
              ),
              ...others.map((person) => waiting(person)),
            ],
          }
        : one,
    )
    const after: Machine = { ...machine, levels }
    await noteEvent(trx, context, row, { kind: 'stand-in', by: SERVER, comment: '' })
    await save(trx, context, row, { before: machine, after, isNew: true })
    await moveMail(trx, mail.id, {
      to: 'held',
      hold: { step: STEP, by: holderOf(after), why: waitingWhy(after), until: null },
    })
    return { accountId: row.account_id, after }
  })
  if (done) announce(context, done.accountId, done.after)
}

/** Throws `BadRequestError` for a number that cannot be that of a record. */
export function recordIdOf(text: string | undefined): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id < 1) throw new BadRequestError(['recordId'])
  return id
}
