import { CalendarFileRefusedError } from '../../../calendar-model/rows/errors.ts'
import { nextAttemptAt } from '../../../mailflow/queue/retry.ts'
import type { DueEffect } from '../../../mailflow/steps/deliveryStep.ts'
import { noteVerdict } from '../../../mailflow/steps/verdicts.ts'
import { isDiskFull } from '../../../platform/errors/diskFull.ts'
import { holdBlobs } from '../../../store/blobs/blobOwners.ts'
import type { Context, TransactionContext } from '../../../store/context/context.ts'
import { claims } from '../../../store/database/skipLocked.ts'
import { type Trx, transact } from '../../../store/database/transact.ts'
import { dueAgain, enqueue, type JobKind } from '../../../store/jobs/index.ts'
import { holdMessageOf } from '../../../store/mailbox/index.ts'
import { announceCalendars, planReminders } from '../../calendar-store/index.ts'
import { applyItip } from './applyItip.ts'
import { applyReply } from './applyReply.ts'
import { cancelledBefore, earlyCancelOf } from './earlyCancel.ts'
import { type Applied, type Itip, nothingApplied, TO_PEOPLE } from './itip.ts'
import { mailAgain } from './mailAgain.ts'
import { partsOfMessage, withMailFiles } from './mailFiles.ts'
import { readCalendarObject } from './readItip.ts'
import { answerAsRoom, lockRoom, RoomChangedError, type RoomTimes, readRoomTimes } from './roomAnswers.ts'

const STEP = 'invitations'
/** For the organiser. */
const TO_ORGANISER = new Set(['REPLY', 'COUNTER', 'REFRESH'])
const AT_ONCE = 50
const ATTEMPTS_MAX = 10
/** How often the times of a room are read for one invitation while its calendar changes. */
const ROOM_ATTEMPTS_MAX = 5
const MINUTE_MS = 60_000
const ARRIVALS = 'calendar.arrivals'

/** The calendar objects that came for one account (the key), in the order in which they came. */
export const arrivalsJob: JobKind = {
  name: ARRIVALS,
  atOnce: 2,
  limitMs: 10 * MINUTE_MS,
  retryAt: nextAttemptAt,
  async run(context, { key, signal }) {
    const accountId = Number(key)
    await applyArrivals(context, accountId, signal)
    const next = await context.store.db
      .selectFrom('invitation_arrival')
      .select('retry_at')
      .where('account_id', '=', accountId)
      .orderBy('retry_at')
      .limit(1)
      .executeTakeFirst()
    return dueAgain(context.now(), next?.retry_at)
  },
  drop: async (trx, key) => {
    await trx.deleteFrom('invitation_arrival').where('account_id', '=', Number(key)).execute()
  },
}

/** Notes a calendar object that came with a mail, in the transaction that follows its delivery. */
export async function noteArrival(
  trx: Trx,
  context: TransactionContext,
  { accountId, address, mailId, data }: DueEffect,
): Promise<void> {
  if (accountId === null) return
  // Notes of versions before are without a size, and do not name what is unproven.
  const {
    hash,
    size = 0,
    sender,
    own,
    unproven = false,
  } = data as {
    hash: string
    size?: number
    sender: string
    own: boolean
    unproven?: boolean
  }
  const { id } = await trx
    .insertInto('invitation_arrival')
    .values({
      account_id: accountId,
      address,
      mail_id: mailId,
      blob_hash: hash,
      sender,
      own: own ? 1 : 0,
      unproven: unproven ? 1 : 0,
      retry_at: context.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The mail may be deleted before this is read, and a room has no mailbox that keeps it.
  if (mailId !== null) await holdMessageOf(trx, mailId, { owner: 'invitation_arrival', ownerId: id })
  const by = { engine: context.store.engine, now: context.now() }
  await holdBlobs(trx, by, { owner: 'invitation_arrival', ownerId: id }, [{ hash, size }])
  await enqueue(trx, context, ARRIVALS, [{ key: `${accountId}` }])
}

interface Arrival {
  readonly id: number
  readonly account_id: number
  readonly address: string
  readonly mail_id: number | null
  readonly blob_hash: string
  readonly sender: string
  readonly own: number
  readonly unproven: number
  readonly attempts: number
}

/**
 * Reads every calendar object that has come for an account and applies it. One that cannot be read is noted, one that fails
 * is tried again later, and neither stops the others. No mail is sent at once.
 */
async function applyArrivals(context: Context, accountId: number, signal: AbortSignal): Promise<void> {
  const tried = new Set<number>()
  for (;;) {
    const due = await context.store.db
      .selectFrom('invitation_arrival')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('retry_at', '<=', context.now())
      .orderBy('retry_at')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    const fresh = due.filter(({ id }) => !tried.has(id))
    for (const one of fresh) {
      signal.throwIfAborted()
      tried.add(one.id)
      try {
        await applyArrival(context, one)
      } catch (error) {
        // Then none of the others can be stored either.
        if (isDiskFull(error)) throw error
        context.log.error({ err: error, mailId: one.mail_id }, 'an invitation could not be taken in; it is tried again')
        await putOff(context, one)
      }
    }
    if (fresh.length === 0 || due.length < AT_ONCE) return
  }
}

async function applyArrival(context: Context, one: Arrival): Promise<void> {
  const read = await readCalendarObject(context, {
    hash: one.blob_hash,
    from: one.sender,
    unproven: one.unproven === 1,
    local: one.own === 1,
  }).catch((error: unknown) => {
    if (error instanceof CalendarFileRefusedError) return null
    throw error
  })
  const itip = read && (await withMailFiles(context, read, await partsOfArrival(context, one)))
  for (let attempt = 1; ; attempt++) {
    try {
      const room = itip && TO_PEOPLE.has(itip.method) ? await readRoomTimes(context, one.account_id) : null
      const applied = await store(context, one, itip, room)
      if (applied) await announceCalendars(context, applied.calendarIds)
      return
    } catch (error) {
      // Another change of the calendar was faster.
      if (!(error instanceof RoomChangedError) || attempt === ROOM_ATTEMPTS_MAX) throw error
    }
  }
}

/** Applies a calendar object and removes its note, in one transaction; null where another server was faster. */
const store = (context: Context, one: Arrival, itip: Itip | null, room: RoomTimes | null): Promise<Applied | null> =>
  transact(
    context,
    async (trx) => {
      const claimed = await claims(
        context.store.engine,
        trx.selectFrom('invitation_arrival').select('id').where('id', '=', one.id),
      )
      if (!claimed) return null
      const done = itip ? await apply(trx, context, one.account_id, itip, room) : nothingApplied('unreadable')
      const whom = { accountId: one.account_id, address: one.address, mailId: one.mail_id }
      const key = itip?.events[0]?.uid.slice(0, 200) ?? ''
      const detail = itip && done.outcome === 'unknown' ? earlyCancelOf(itip) : undefined
      await noteVerdict(trx, context, STEP, whom, { outcome: done.outcome, key, ...(detail ? { detail } : {}) })
      await trx.deleteFrom('invitation_arrival').where('id', '=', one.id).execute()
      return done
    },
    { grows: true },
  )

/** The other parts of the mail, also when it is deleted; a room has no mailbox that keeps it. */
async function partsOfArrival({ store }: Pick<Context, 'store'>, { id }: Arrival) {
  const held = await store.db
    .selectFrom('message_hold')
    .select('message_id')
    .where('owner', '=', 'invitation_arrival')
    .where('owner_id', '=', String(id))
    .executeTakeFirst()
  return held ? partsOfMessage(store.db, held.message_id) : []
}

async function apply(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  itip: Itip,
  room: RoomTimes | null,
): Promise<Applied> {
  if (TO_ORGANISER.has(itip.method)) {
    const applied = await applyReply(trx, context, accountId, itip)
    if (applied.outcome === 'asked') await mailAgain(trx, context, accountId, itip)
    return applied
  }
  if (!TO_PEOPLE.has(itip.method)) return nothingApplied('nothing')
  await lockRoom(trx, context, accountId, room)
  const asked = await applyItip(trx, context, accountId, itip)
  const applied = asked.outcome === 'stored' ? await cancelledBefore(trx, context, accountId, itip, asked, STEP) : asked
  if (applied.eventId !== null) await planReminders(trx, context, [applied.eventId])
  await answerAsRoom(trx, context, accountId, applied, room)
  return applied
}

async function putOff(context: Context, { id, attempts }: Arrival): Promise<void> {
  const again = context.now() + MINUTE_MS * 2 ** attempts
  await transact(context, async (trx) => {
    if (attempts < ATTEMPTS_MAX) {
      await trx
        .updateTable('invitation_arrival')
        .set((eb) => ({ attempts: eb('attempts', '+', 1), retry_at: again }))
        .where('id', '=', id)
        .execute()
    } else await trx.deleteFrom('invitation_arrival').where('id', '=', id).execute()
  }).catch((error: unknown) => context.log.error({ err: error }, 'an invitation could not be put off'))
}
