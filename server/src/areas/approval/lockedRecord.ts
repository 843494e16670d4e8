import type { ApprovalEvent } from '@yanshu/contracts'
import type { Selectable } from 'kysely'
import { decideHeld } from '../../mailflow/queue/decideHeld.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import type { ApprovalRecordTable } from '../../store/database/approval.schema.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import type { Trx } from '../../store/database/transact.ts'
import { enqueue } from '../../store/jobs/index.ts'
import { announceChanges, removeMails } from '../../store/mailbox/index.ts'
import { type MovedMail, moveMail } from '../../store/queue/moveMail.ts'
import type { Holder } from '../../store/queue/outgoingState.ts'
import { ApprovalChangedError, ApprovalClosedError, ApproverNotFoundError } from './approvalErrors.ts'
import { type Action, deciders, type Machine, move, reached } from './approvalMachine.ts'
import { STEP, TIMEOUT_JOB } from './approvalNames.ts'
import { announceNotice, noteForBrowsers } from './notices.ts'
import { noteStandIns, writePeople } from './openRecord.ts'
import { dueOf } from './planApproval.ts'
import { withStandIns } from './standIns.service.ts'
import { holderOf, waitingWhy } from './waitingWhy.ts'

export type RecordRow = Selectable<ApprovalRecordTable>

export function machineOf(row: Pick<RecordRow, 'state' | 'level' | 'levels'>): Machine {
  const { levels, barred } = JSON.parse(row.levels) as Pick<Machine, 'levels' | 'barred'>
  return { state: row.state, level: row.level, levels, barred }
}

/** A record with its mail, both locked until the transaction ends. */
export interface Locked {
  readonly row: RecordRow
  readonly machine: Machine
  /** null once the mail is gone from the queue. */
  readonly mail: { readonly id: string; readonly heldBy: Holder; readonly rawHash: string | null } | null
}

/** The mail first and the record after it: in this order a mail that is taken back locks them too. */
export async function lockRecord(trx: Trx, { store }: TransactionContext, recordId: number): Promise<Locked> {
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

export interface By {
  /** null for the server. */
  readonly accountId: number | null
  readonly name: string
}
export const SERVER: By = { accountId: null, name: '' }

export async function nameOf(trx: Trx, accountId: number): Promise<By> {
  const row = await trx.selectFrom('account').select(['name', 'address']).where('id', '=', accountId).executeTakeFirst()
  return { accountId, name: row ? row.name || row.address : '' }
}

export async function noteEvent(
  trx: Trx,
  { now }: Pick<TransactionContext, 'now'>,
  row: RecordRow,
  {
    kind,
    by,
    comment,
    standsInFor = '',
  }: {
    readonly kind: ApprovalEvent['kind']
    readonly by: By
    readonly comment: string
    readonly standsInFor?: string
  },
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
      stands_in_for: standsInFor,
    })
    .execute()
}

/** Does what is decided: with the record, its people, and the mail in the queue. */
export async function act(
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
  const standsInFor = deciders(machine).find((one) => one.accountId === by.accountId)?.standsInFor ?? ''
  await noteEvent(trx, context, row, { kind: moved.event, by, comment, standsInFor })
  const { machine: after, replaced } = await withStandIns(trx, now, moved.machine, machine)
  await noteStandIns(trx, context, row, replaced)
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
              reason: refusalOf(after, by, { comment, standsInFor }),
              // The envelope of what was passed on names its first sender.
              report: row.account_id !== null && (await isOwnMail(trx, mail.id)),
            },
          })
  if (!done) throw new ApprovalClosedError()
  if (after.state !== 'passed' && after.state !== 'pending') await removeCopy(trx, context, done)
  return after
}

/** Removes the sender's copy of a mail that does not leave: that of a letter with a sending time lies among the sent ones. */
export async function removeCopy(
  trx: Trx,
  context: TransactionContext,
  { account_id, mail_id }: MovedMail,
): Promise<void> {
  if (account_id !== null && mail_id !== null) await removeMails(trx, context, account_id, [mail_id])
}

const isOwnMail = async (trx: Trx, outgoingId: string): Promise<boolean> => {
  const row = await trx.selectFrom('outgoing').select('origin').where('id', '=', outgoingId).executeTakeFirst()
  return row !== undefined && row.origin !== 'forward'
}

function refusalOf(
  { state }: Machine,
  { name }: By,
  { comment, standsInFor }: { readonly comment: string; readonly standsInFor: string },
): string {
  if (state === 'expired') return '审批超时，邮件未发出 / nobody decided in time; the mail was not sent'
  const [zh, en] = standsInFor === '' ? ['', ''] : [`代 ${standsInFor}`, ` for ${standsInFor}`]
  return `审批未通过（${name}${zh}）${comment === '' ? '' : `：${comment}`} / rejected by ${name}${en}${comment === '' ? '' : `: ${comment}`}`
}

export async function save(
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
  if (row.account_id === null) return
  noteChange(trx, row.account_id, { kind: 'settings', folderId: null, mailIds: [] })
  if (isDecided(after)) await noteForBrowsers(trx, context, row.account_id, row.id)
}

/** Whether it has ended otherwise than by its sender. */
const isDecided = ({ state }: Machine): boolean => state !== 'pending' && state !== 'withdrawn'

/** Notifies the windows of all whom a record concerns. Its sender gets a notice once it is decided. */
export function announce(
  context: Context,
  { id, account_id: accountId }: Pick<RecordRow, 'id' | 'account_id'>,
  machine: Machine,
): void {
  const ids = reached(machine).flatMap((person) => person.accountId ?? [])
  announceChanges(context, [...new Set([...(accountId === null ? [] : [accountId]), ...ids])])
  if (accountId !== null && isDecided(machine)) announceNotice(context, accountId, id)
}
