import type { ReadEvent } from '../../../calendar-model/ics/readIcs.ts'
import { attendeesOf, type EventRow } from '../../../calendar-model/rows/eventRows.ts'
import { systemActor } from '../../../store/sessions/actor.ts'
import { endBefore } from '../../calendar-store/index.ts'
import { type Applied, type ItipGroup, nothingApplied } from './itip.ts'
import { appliedTo, type ItipWork } from './itipWork.ts'
import { putException } from './putException.ts'

/** Marks an event, or single times of one, as cancelled (RFC 5546 §3.2.5). A series may also end before a time. */
export async function applyCancel(
  work: ItipWork,
  { series, instances }: ItipGroup,
  rows: readonly EventRow[],
): Promise<Applied> {
  const { trx } = work
  const there = rows.find((row) => row.series_id === null && row.recurrence_at === null)
  const off = (event: ReadEvent) => ({
    cancelled: 1,
    sequence: event.sequence,
    stamp: event.stamp,
    updated_at: work.context.now(),
    updated_by: work.owner.accountId,
  })
  if (series) {
    const all = rows.filter((row) => row.series_id === null)
    const old = all[0]
    if (!old) return nothingApplied('unknown')
    if (series.sequence < old.sequence) return nothingApplied('stale')
    for (const row of rows) {
      await trx
        .updateTable('event')
        .set({ ...off(series), version: row.version + 1 })
        .where('id', '=', row.id)
        .execute()
    }
    return appliedTo('cancelled', old)
  }
  let applied = nothingApplied('unknown')
  for (const instance of instances) {
    const at = instance.recurrenceAt
    if (instance.andFuture && there && at !== null && instance.sequence >= there.sequence) {
      await endSeries(work, there, at, instance)
      applied = appliedTo('cancelled', there)
      continue
    }
    const single = rows.find((row) => row.recurrence_at === at && at !== null)
    if (single) {
      if (instance.sequence < single.sequence) continue
      await trx.updateTable('event').set(off(instance)).where('id', '=', single.id).execute()
    } else if (there && at !== null) {
      const whole = { ...instance, attendees: instance.attendees.length > 0 ? instance.attendees : attendeesOf(there) }
      const length = there.end_at - there.start_at
      const shown = instance.title === '（无标题）' ? { title: there.title, start: at, end: at + length } : {}
      if (!(await putException({ ...work, asGuest: true }, there, { ...whole, ...shown, cancelled: true }))) continue
    } else continue
    const series = there ?? single
    if (!series) continue
    await trx
      .updateTable('event')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', series.id)
      .execute()
    applied = appliedTo('cancelled', series)
  }
  return applied
}

/** A series of which this time and those after it do not happen any more. */
async function endSeries(
  { trx, context, owner, holidays, expand }: ItipWork,
  series: EventRow,
  at: number,
  { sequence, stamp }: ReadEvent,
): Promise<void> {
  const asking = { ...systemActor(owner.accountId), address: owner.addresses[0] }
  await endBefore({ trx, context, asking, holidays, expand }, series, at)
  // Whose event it is counts its changes.
  await trx.updateTable('event').set({ sequence, stamp }).where('id', '=', series.id).execute()
}
