import { DEFAULT_TIME_ZONE, offsetAt, zoneOfHours } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import type { TransactionContext } from '../../../store/context/context.ts'
import { numberIn } from '../../../store/database/ids.ts'
import type { Schema } from '../../../store/database/schema.ts'
import type { Trx } from '../../../store/database/transact.ts'
import { lockMailboxes } from '../../../store/mailbox/index.ts'
import { type BusyTime, busyTimes } from '../freebusy/busyTimes.ts'
import { attendeesOf } from '../rows/eventRows.ts'
import { DAY_MS } from '../rows/series.ts'
import { takeSnapshot } from '../rows/snapshot.ts'
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

/** Answers what rooms were invited to: yes where the room is free every time, no where it is not. */
export async function answerAsRoom(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  { outcome, eventId }: Applied,
): Promise<void> {
  if (eventId === null || !(outcome === 'stored' || outcome === 'updated')) return
  if (!(await roomsAmong(trx, [{ accountId }])).has(accountId)) return
  // Two who want it for the same hour: the second one sees the first.
  await lockMailboxes(trx, context.store.engine, [accountId])
  const { address } = await trx
    .selectFrom('account')
    .select('address')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const before = await takeSnapshot(trx, [eventId])
  const window = { from: context.now() - DAY_MS, to: context.now() + AHEAD_MS }
  const answer = isTaken(await busyTimes(trx, context, [accountId], window), eventId) ? 'declined' : 'accepted'
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

/** Whether an event shares a moment with another one. Whole days are days of the organisation. */
function isTaken(times: readonly BusyTime[], eventId: number): boolean {
  const zone = zoneOfHours(DEFAULT_TIME_ZONE)
  const spans = times.map(({ allDay, start, end, eventId: of }) => {
    const by = allDay ? offsetAt(zone, start) : 0
    return { own: of === eventId, start: start - by, end: end - by }
  })
  const others = spans.filter(({ own }) => !own)
  return spans.some((one) => one.own && others.some((other) => other.start < one.end && other.end > one.start))
}
