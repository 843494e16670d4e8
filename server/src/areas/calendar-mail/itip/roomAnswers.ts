import { DEFAULT_TIME_ZONE, offsetAt, zoneOfHours } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import { attendeesOf } from '../../../calendar-model/rows/eventRows.ts'
import { DAY_MS } from '../../../calendar-model/rows/series.ts'
import type { Context, TransactionContext } from '../../../store/context/context.ts'
import { numberIn } from '../../../store/database/ids.ts'
import type { Schema } from '../../../store/database/schema.ts'
import type { Trx } from '../../../store/database/transact.ts'
import { lockMailboxes } from '../../../store/mailbox/index.ts'
import { type BusyTime, busyTimes, takeSnapshot } from '../../calendar-store/index.ts'
import type { Applied } from './itip.ts'
import { withAnswer } from './itip.ts'
import { noteInvitations } from './outbox.ts'

/** How far ahead a room looks before it accepts a series. */
const AHEAD_MS = 366 * DAY_MS

/** Which of these accounts are rooms. */
export async function roomsAmong(
  db: Kysely<Schema>,
  people: readonly { readonly accountId: number | null }[],
): Promise<ReadonlySet<number>> {
  const ids = people.flatMap(({ accountId }) => accountId ?? [])
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('room').select('account_id').where('account_id', 'in', ids).execute()
  return new Set(rows.map(({ account_id }) => account_id))
}

/** When a room is not free, as it was before the transaction that answers for it. */
export interface RoomTimes {
  /** The state of the room's calendars in which the times were read. */
  readonly state: string
  readonly window: { readonly from: number; readonly to: number }
  readonly times: readonly BusyTime[]
}

/** The calendars of a room have changed since its times were read, so these must be read again. */
export class RoomChangedError extends Error {
  constructor() {
    super('the calendar of the room was changed while its times were read')
    this.name = 'RoomChangedError'
  }
}

/** Expands the year of a room, which takes too long for a transaction; null where the account is no room. */
export async function readRoomTimes(context: Context, accountId: number): Promise<RoomTimes | null> {
  const { db } = context.store
  if (!(await roomsAmong(db, [{ accountId }])).has(accountId)) return null
  // Before the times: a change while they are read is noticed.
  const state = await stateOf(db, accountId)
  const window = { from: context.now() - DAY_MS, to: context.now() + AHEAD_MS }
  return { state, window, times: await busyTimes(db, context, [accountId], window) }
}

/** Every change of an event raises the number of its calendar. */
async function stateOf(db: Kysely<Schema>, accountId: number): Promise<string> {
  const rows = await db
    .selectFrom('calendar')
    .innerJoin('calendar_sync', 'calendar_sync.calendar_id', 'calendar.id')
    .select(['calendar.id', 'calendar_sync.seq'])
    .where('calendar.account_id', '=', accountId)
    .orderBy('calendar.id')
    .execute()
  return rows.map(({ id, seq }) => `${id}:${seq}`).join(' ')
}

/**
 * Locks the mailbox of a room, so that of two who want it for the same hour the second one is compared with the first. Call it
 * before the invitation is stored. Throws `RoomChangedError` where the times that were read are no longer true.
 */
export async function lockRoom(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  read: RoomTimes | null,
): Promise<void> {
  if (!(await roomsAmong(trx, [{ accountId }])).has(accountId)) return
  await lockMailboxes(trx, context.store.engine, [accountId])
  if (read?.state !== (await stateOf(trx, accountId))) throw new RoomChangedError()
}

/**
 * Answers what a room was invited to: yes where the room is free every time, no where it is not. Of the calendar only the
 * event itself is expanded here.
 */
export async function answerAsRoom(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  { outcome, eventId }: Applied,
  read: RoomTimes | null,
): Promise<void> {
  if (!read || eventId === null || !(outcome === 'stored' || outcome === 'updated')) return
  const { address } = await trx
    .selectFrom('account')
    .select('address')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const before = await takeSnapshot(trx, [eventId])
  const own = await busyTimes(trx, context, [accountId], { ...read.window, eventId })
  const uids = new Set(before.map(({ uid }) => uid))
  const others = read.times.filter(({ uid }) => !uids.has(uid))
  const answer = overlaps(spansOf(own), spansOf(others)) ? 'declined' : 'accepted'
  for (const row of before) {
    const attendees = JSON.stringify(withAnswer(attendeesOf(row), address, answer))
    await trx
      .updateTable('event')
      .set({ attendees })
      .where(numberIn(context.store.engine, 'id', [row.id]))
      .execute()
  }
  await noteInvitations(trx, context, before, await takeSnapshot(trx, [eventId]))
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Moments of busy times, the earliest first. Whole days are days of the organisation. */
function spansOf(times: readonly BusyTime[]): Span[] {
  const zone = zoneOfHours(DEFAULT_TIME_ZONE)
  return times
    .map(({ allDay, start, end }) => {
      const by = allDay ? offsetAt(zone, start) : 0
      return { start: start - by, end: end - by }
    })
    .toSorted((a, b) => a.start - b.start)
}

/** Whether a span of one list shares a moment with one of the other. Both are sorted by their start, and read once. */
export function overlaps(ones: readonly Span[], others: readonly Span[]): boolean {
  let at = 0
  let latestEnd = Number.NEGATIVE_INFINITY
  for (const one of ones) {
    for (let other = others[at]; other && other.start < one.end; other = others[++at]) {
      latestEnd = Math.max(latestEnd, other.end)
    }
    if (latestEnd > one.start) return true
  }
  return false
}
