import { sql } from 'kysely'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import type { Context } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { holdRelay, isRelayOnHold, releaseRelay, releaseRestoredEffects } from '../../store/queue/holdQueue.ts'
import { moveMail, type QueueTarget, reportLater, setOnHold } from '../../store/queue/moveMail.ts'
import { NEVER } from '../../store/queue/outgoingState.ts'
import { pausedSince } from '../../store/queue/queuePause.ts'
import { noteWithoutCopy } from './endMail.ts'

export type { QueueTarget }

/** A recipient whom a mail has not reached yet. */
export interface QueuedRecipient {
  readonly id: string
  readonly createdAt: number
  readonly sender: string
  readonly recipient: string
  readonly subject: string
  /**
   * `waiting`: for its turn; `held`: by a step, for the reason; `queued`: for the relay; `failed`: to be reported.
   */
  readonly state: 'waiting' | 'held' | 'queued' | 'failed'
  readonly onHold: boolean
  readonly attempts: number
  /** Epoch milliseconds; null on hold, or until a decision. */
  readonly nextAt: number | null
  /** Why it is held, or the relay's last answer; '' before the first attempt. */
  readonly reason: string
}

export interface ListedQueue {
  /** Whether nothing may leave for other systems. */
  readonly relayOnHold: boolean
  /** Since when the queue pauses because the store gives no answer; null while it does not. */
  readonly pausedSince: number | null
  readonly list: readonly QueuedRecipient[]
}

/** Every mail that has not left yet, the oldest first. */
export async function listQueue({ store }: Pick<Context, 'store'>, limit: number): Promise<ListedQueue> {
  const rows = await store.db
    .selectFrom('outgoing_recipient as r')
    .innerJoin('outgoing as o', 'o.id', 'r.outgoing_id')
    .innerJoin('message as m', 'm.id', 'o.message_id')
    .select(['o.id', 'o.created_at', 'o.envelope_from', 'o.due_at', 'o.report_at', 'o.on_hold', 'o.held_why'])
    .select('o.state as mailState')
    .select(['r.address', 'r.state', 'r.attempts', 'r.next_attempt_at', 'r.reason', 'm.subject'])
    .where('o.state', '!=', 'taken-back')
    .where((eb) =>
      eb.or([
        eb('r.state', 'in', ['held', 'queued']),
        eb.and([eb('r.state', '=', 'failed'), eb('r.notified_at', 'is', null)]),
      ]),
    )
    .orderBy('o.created_at')
    .orderBy('r.address')
    .limit(limit)
    .execute()
  const list = rows.map((row): QueuedRecipient => {
    const onHold = row.on_hold === 1
    const due = { held: row.due_at, queued: row.next_attempt_at, failed: row.report_at }
    const nextAt = row.state in due ? due[row.state as keyof typeof due] : row.due_at
    const isHeld = row.state === 'held' && row.mailState === 'held'
    return {
      id: row.id,
      createdAt: row.created_at,
      sender: row.envelope_from,
      recipient: row.address,
      subject: row.subject,
      state: stateOf(row.state, isHeld),
      onHold,
      attempts: row.attempts,
      nextAt: onHold || nextAt >= NEVER ? null : nextAt,
      reason: isHeld ? row.held_why : row.reason,
    }
  })
  return { relayOnHold: await isRelayOnHold(store.db), pausedSince: await pausedSince(store.db), list }
}

function stateOf(recipient: string, isHeld: boolean): QueuedRecipient['state'] {
  if (recipient === 'held') return isHeld ? 'held' : 'waiting'
  return recipient === 'failed' ? 'failed' : 'queued'
}

async function setHold(trx: Trx, target: QueueTarget, onHold: boolean): Promise<number> {
  const ids = await setOnHold(trx, target, onHold)
  if (target !== 'all' && ids.length === 0) {
    throw new OperatorError(`There is no mail ${target.id} on its way. \`yanshu queue list\` shows all that are`)
  }
  return ids.length
}

/**
 * Keeps mails in the queue until they are released, whatever else holds them. Answers how many.
 */
export const holdMails = (context: Context, target: QueueTarget): Promise<number> =>
  transact(context, (trx) => setHold(trx, target, true))

/** Lets mails go on that were put on hold; what else holds them stays. Answers how many. */
export const releaseMails = (context: Context, target: QueueTarget): Promise<number> =>
  transact(context, async (trx) => {
    const released = await setHold(trx, target, false)
    if (target === 'all') {
      await releaseRestoredEffects(trx, context.now())
    }
    return released
  })

/** Stops everything that would leave for other systems, or allows it again. */
export const holdAllRelaying = ({ store, now }: Context): Promise<void> => holdRelay(store.db, now())
export const releaseAllRelaying = ({ store }: Context): Promise<boolean> => releaseRelay(store.db)

/** Makes mails for the relay due now, whenever they were to be tried again. What is on hold stays. Answers how many. */
export async function retryMails(context: Context, target: QueueTarget): Promise<number> {
  return transact(context, async (trx) => {
    let query = trx
      .updateTable('outgoing_recipient')
      .set({ next_attempt_at: context.now() })
      .where('state', '=', 'queued')
    if (target !== 'all') query = query.where('outgoing_id', '=', target.id)
    const rows = await query.returning('outgoing_id').execute()
    if (target !== 'all' && rows.length === 0) {
      throw new OperatorError(`No recipient of ${target.id} waits for the relay. \`yanshu queue list\` shows who does`)
    }
    return new Set(rows.map(({ outgoing_id }) => outgoing_id)).size
  })
}

const DROPPED = 'An administrator has taken this mail out of the queue'

/**
 * Removes a mail from the queue for all whom it has not reached, or for one of them. Its sender gets a report, unless
 * `silent`. Answers for how many recipients.
 */
export async function dropMail(
  context: Context,
  id: string,
  { recipient, silent }: { readonly recipient?: string | undefined; readonly silent: boolean },
): Promise<number> {
  return transact(context, async (trx) => {
    const open = trx.selectFrom('outgoing_recipient').select('address').where('outgoing_id', '=', id)
    let query = trx
      .updateTable('outgoing_recipient')
      .set({
        state: 'failed',
        reason: DROPPED,
        next_attempt_at: 0,
        ...(silent ? { notified_at: context.now() } : {}),
      })
      .where('outgoing_id', '=', id)
      .where((eb) =>
        eb.or([
          eb('state', 'in', ['held', 'queued']),
          eb.and([eb('state', '=', 'failed'), eb('notified_at', 'is', null)]),
        ]),
      )
    if (recipient !== undefined) query = query.where(sql`lower(address)`, '=', recipient.trim().toLowerCase())
    const dropped = await query.returning('address').execute()
    if (dropped.length === 0) {
      throw new OperatorError(
        `${id} is not on its way${recipient ? ` to ${recipient}` : ''}. See \`yanshu queue list\``,
      )
    }
    const left = await open.where('state', 'in', ['held', 'queued']).executeTakeFirst()
    // What is left of it stays as it was, on hold too. Without anything left, its report is written at once.
    if (!left) await endMail(trx, id, context.now())
    return dropped.length
  })
}

async function endMail(trx: Trx, id: string, now: number): Promise<void> {
  await setOnHold(trx, { id }, false)
  const ended = (await moveMail(trx, id, { to: 'refused' })) ?? (await moveMail(trx, id, { to: 'done' }))
  if (ended) await noteWithoutCopy(trx, ended, now)
  else await reportLater(trx, id, 0)
}
