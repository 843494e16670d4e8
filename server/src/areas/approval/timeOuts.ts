import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { moveMail } from '../../store/queue/moveMail.ts'
import { deciders, type Machine, waiting } from './approvalMachine.ts'
import { STEP } from './approvalNames.ts'
import { administratorsOf } from './approvers.ts'
import { act, announce, lockRecord, noteEvent, type RecordRow, SERVER, save } from './lockedRecord.ts'
import { holderOf, waitingWhy } from './waitingWhy.ts'

/** What a time-out did. */
export interface TimedOut {
  /** When it is due again; null when it is not. */
  readonly again: number | null
  /** Whom it concerns; null when nothing was due. */
  readonly concerns: { readonly row: RecordRow; readonly machine: Machine } | null
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
  return { again: due_at, concerns: { row, machine: after } }
}

/** After the commit: released letters leave, and the windows of all whom it concerns ask anew. */
export function announceTimeOut(context: Context, { concerns }: TimedOut): void {
  if (!concerns) return
  mailTransportOf(context).dispatcher.expect(context.now())
  announce(context, concerns.row, concerns.machine)
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
    return { row, after }
  })
  if (done) announce(context, done.row, done.after)
}
