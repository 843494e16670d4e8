import { OperatorError } from '../../platform/errors/operatorError.ts'
import type { Context } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { releaseJobs } from '../../store/jobs/holdJobs.ts'
import { EFFECT, holdRelay, isRelayOnHold, ON_HOLD, releaseRelay } from '../../store/queue/holdQueue.ts'

/** A recipient whom a mail has not reached yet. */
export interface QueuedRecipient {
  readonly id: string
  readonly createdAt: number
  readonly sender: string
  readonly recipient: string
  readonly subject: string
  /** `waiting`: may still be recalled, or leaves later; `queued`: for the relay; `failed`: to be reported. */
  readonly state: 'waiting' | 'queued' | 'failed'
  readonly onHold: boolean
  readonly attempts: number
  /** Epoch milliseconds; null on hold. */
  readonly nextAt: number | null
  /** The relay's last answer, '' before the first attempt. */
  readonly reason: string
}

/** Every mail that has not left yet, the oldest first, and whether nothing may leave for other systems. */
export async function listQueue(
  { store }: Pick<Context, 'store'>,
  limit: number,
): Promise<{ readonly relayOnHold: boolean; readonly list: readonly QueuedRecipient[] }> {
  const rows = await store.db
    .selectFrom('outgoing_recipient as r')
    .innerJoin('outgoing as o', 'o.id', 'r.outgoing_id')
    .innerJoin('message as m', 'm.id', 'o.message_id')
    .select(['o.id', 'o.created_at', 'o.envelope_from', 'o.release_at', 'o.retry_at', 'o.state as mailState'])
    .select(['r.address', 'r.state', 'r.attempts', 'r.next_attempt_at', 'r.reason', 'm.subject'])
    .where('o.state', '!=', 'cancelled')
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
  const list = rows.map((row) => {
    const onHold = row.retry_at >= ON_HOLD
    const due = row.state === 'held' ? row.release_at : row.next_attempt_at
    return {
      id: row.id,
      createdAt: row.created_at,
      sender: row.envelope_from,
      recipient: row.address,
      subject: row.subject,
      state:
        row.state === 'held'
          ? ('waiting' as const)
          : row.state === 'failed'
            ? ('failed' as const)
            : ('queued' as const),
      onHold,
      attempts: row.attempts,
      nextAt: onHold ? null : Math.max(due, row.retry_at),
      reason: row.reason,
    }
  })
  return { relayOnHold: await isRelayOnHold(store.db), list }
}

/** Which mails: one by its id, or all that have not left yet. */
export type QueueTarget = { readonly id: string } | 'all'

async function setRetryAt(trx: Trx, target: QueueTarget, retryAt: number, onlyOnHold: boolean): Promise<string[]> {
  let query = trx
    .updateTable('outgoing')
    .set({ retry_at: retryAt })
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['held', 'released']),
        eb(
          'id',
          'in',
          eb
            .selectFrom('outgoing_recipient')
            .select('outgoing_id')
            .where('state', '=', 'failed')
            .where('notified_at', 'is', null),
        ),
      ]),
    )
  if (target !== 'all') query = query.where('id', '=', target.id)
  if (onlyOnHold) query = query.where('retry_at', '>=', ON_HOLD)
  const rows = await query.returning('id').execute()
  if (target !== 'all' && rows.length === 0) {
    throw new OperatorError(`There is no mail ${target.id} on its way. \`yanshu queue list\` shows all that are`)
  }
  return rows.map(({ id }) => id)
}

/** Keeps mails in the queue until they are released. Answers how many. */
export async function holdMails(context: Context, target: QueueTarget): Promise<number> {
  return (await transact(context, (trx) => setRetryAt(trx, target, ON_HOLD, false))).length
}

/** Releases mails that were put on hold. Answers how many. */
export async function releaseMails(context: Context, target: QueueTarget): Promise<number> {
  const ids = await transact(context, async (trx) => {
    const released = await setRetryAt(trx, target, 0, target === 'all')
    if (target === 'all') {
      await trx.updateTable('delivery_effect').set({ retry_at: 0 }).where('retry_at', '>=', ON_HOLD).execute()
      await releaseJobs(trx, EFFECT, ON_HOLD, context.now())
    }
    return released
  })
  return ids.length
}

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
    if (recipient !== undefined) query = query.where('address', '=', recipient.trim().toLowerCase())
    const dropped = await query.returning('address').execute()
    if (dropped.length === 0) {
      throw new OperatorError(
        `${id} is not on its way${recipient ? ` to ${recipient}` : ''}. See \`yanshu queue list\``,
      )
    }
    const left = await open.where('state', 'in', ['held', 'queued']).executeTakeFirst()
    await trx
      .updateTable('outgoing')
      .set(left ? { retry_at: 0 } : { retry_at: 0, state: 'done', writing: null })
      .where('id', '=', id)
      .execute()
    return dropped.length
  })
}
