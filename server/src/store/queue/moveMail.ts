import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { columnsOf, FROM, type Move, UNRELEASED } from './outgoingState.ts'

/*
 * Every statement that changes a row of `outgoing`. A test reads the source for others.
 */

type Db = Kysely<Schema>

/** A mail as it was moved. */
export interface MovedMail {
  readonly id: string
  readonly account_id: number | null
  readonly mail_id: number | null
  readonly message_id: number
}

/**
 * Moves a mail to another state. Answers null, and changes nothing, where it is in a state from which there is no such way:
 * it was taken back, or another server was first. What an operator holds is not released.
 * @param only moves nothing but a mail that this account has written on the page
 */
export async function moveMail(
  db: Db,
  id: string,
  move: Move,
  only?: { readonly accountId: number },
): Promise<MovedMail | null> {
  let query = db
    .updateTable('outgoing')
    .set({ state: move.to, ...columnsOf(move) })
    .where('id', '=', id)
    .where('state', 'in', FROM[move.to])
  if (move.to === 'accepted') {
    query = query.set((eb) => ({
      passed_steps: sql<string>`${eb.ref('passed_steps')} || ' ' || held_step`,
      // A time to come stays; what has waited is tried for days from now on.
      release_at: sql<number>`case when release_at > ${move.now} then release_at else ${move.now} end`,
    }))
  }
  if (move.to === 'released') query = query.where('on_hold', '=', 0)
  if (only) query = query.where('account_id', '=', only.accountId).where('origin', '=', 'page')
  const moved = await query.returning(['id', 'account_id', 'mail_id', 'message_id']).executeTakeFirst()
  return moved ?? null
}

/** Asks a step that holds mails until a moment about them again now, for one account or for all. */
export async function askAgain(db: Db, step: string, now: number, countsFor: number | null): Promise<void> {
  let query = db
    .updateTable('outgoing')
    .set({ due_at: now })
    .where(sql<boolean>`state = 'held'`)
    .where('held_step', '=', step)
    .where('held_by', '=', 'server')
  if (countsFor !== null) query = query.where('counts_for', '=', countsFor)
  await query.execute()
}

/** Counts a failure of this server. Answers null when the mail is gone. */
export async function countFailure(db: Db, id: string) {
  const failed = await db
    .updateTable('outgoing')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .returning(['attempts', 'release_at'])
    .executeTakeFirst()
  return failed ?? null
}

/** Tries its report again later. */
export async function reportLater(db: Db, id: string, at: number): Promise<void> {
  await db.updateTable('outgoing').set({ report_at: at }).where('id', '=', id).execute()
}

/** Notes the draft that a mail has become that was taken back. */
export async function noteDraft(db: Db, id: string, mailId: number): Promise<void> {
  await db.updateTable('outgoing').set({ mail_id: mailId, writing: null }).where('id', '=', id).execute()
}

/**
 * Notes that the sender's copy of a mail that is held was removed, and is filed when the mail leaves.
 * @param bcc JSON of its blind copies
 */
export async function awaitCopy(db: Db, id: string, bcc: string): Promise<void> {
  await db.updateTable('outgoing').set({ mail_id: null, awaited_copy: bcc }).where('id', '=', id).execute()
}

/** Notes the sender's copy, filed when the mail left. */
export async function noteCopy(db: Db, id: string, mailId: number): Promise<void> {
  await db.updateTable('outgoing').set({ mail_id: mailId }).where('id', '=', id).execute()
}

/** Forgets the sender's copies of what an account has sent to moderated groups, when the account goes. */
export async function forgetCopies(db: Db, accountId: number): Promise<void> {
  await db
    .updateTable('outgoing')
    .set({ mail_id: null, writing: null, awaited_copy: null })
    .where('account_id', '=', accountId)
    .where('origin', '=', 'group')
    .execute()
}

/** Which mails: one by its id, or all that have not left yet. */
export type QueueTarget = { readonly id: string } | 'all'

/** Whether a recipient of the row of `outgoing` has failed and its sender has not been informed. */
const isUnreported = sql<boolean>`id in (select outgoing_id from outgoing_recipient
  where state = 'failed' and notified_at is null)`

/** Lets an operator stop mails that are on their way, or lets them go on. Answers the ids of those it was done to. */
export async function setOnHold(db: Db, target: QueueTarget, onHold: boolean): Promise<string[]> {
  let query = db
    .updateTable('outgoing')
    .set({ on_hold: onHold ? 1 : 0 })
    .where((eb) => eb.or([eb('state', 'in', [...UNRELEASED, 'released']), isUnreported]))
  if (target !== 'all') query = query.where('id', '=', target.id)
  else query = query.where('on_hold', '=', onHold ? 0 : 1)
  return (await query.returning('id').execute()).map(({ id }) => id)
}
