import type { ReadEvent } from '../../../calendar-model/ics/readIcs.ts'
import { type EventRow, seriesOf } from '../../../calendar-model/rows/eventRows.ts'
import { ownCalendar } from '../../calendar-store/index.ts'
import { eachTime } from './andFuture.ts'
import { type Applied, type ItipGroup, isNewer, nothingApplied } from './itip.ts'
import { appliedTo, type ItipWork, spanOver } from './itipWork.ts'
import { peopleOf, putException, requestedColumns } from './putException.ts'

/** An event, or single times of one, to which the account is invited, or which has changed (RFC 5546 §3.2.2). */
export async function applyRequest(
  work: ItipWork,
  { series, instances }: ItipGroup,
  rows: readonly EventRow[],
): Promise<Applied> {
  const { trx } = work
  const there = rows.find((row) => row.series_id === null && row.recurrence_at === null)
  if (!series) return applyInstances(work, instances, rows, there)
  if (there && !isNewer(series, there)) {
    // The series is known; one of its times may be newer.
    const later = await applyInstances(work, instances, rows, there)
    return later.outcome === 'updated' ? later : { ...appliedTo('stale', there), calendarIds: [] }
  }
  const attendees = peopleOf(work, series, there)
  if (!attendees) return nothingApplied('not-theirs')
  const row = { ...requestedColumns(work, series, attendees, there), uid: series.uid }
  const shape = seriesOf(row)
  work.expand.requireRepeat(shape, work.holidays)
  const last = work.expand.endOfSeries(shape)
  const span = { first_at: series.start, last_at: last }
  let id = there?.id
  if (there) {
    await trx
      .updateTable('event')
      .set({ ...row, ...span, version: there.version + 1 })
      .where('id', '=', there.id)
      .execute()
    // Times with invitations of their own belong to the series now; exceptions stay while the pattern does.
    const samePattern =
      JSON.stringify(seriesOf(there)) === JSON.stringify({ ...shape, exdates: seriesOf(there).exdates })
    if (!samePattern) await trx.deleteFrom('event').where('series_id', '=', there.id).execute()
  } else {
    const single = rows.filter((one) => one.series_id === null)
    const made = await trx
      .insertInto('event')
      .values({
        ...row,
        ...span,
        calendar_id: single[0]?.calendar_id ?? (await ownCalendar(trx, work.context, work.owner.accountId)),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    id = made.id
    for (const one of single) await trx.deleteFrom('event').where('id', '=', one.id).execute()
  }
  const stored = await trx
    .selectFrom('event')
    .selectAll()
    .where('id', '=', id ?? 0)
    .executeTakeFirstOrThrow()
  for (const instance of eachTime(work, stored, instances)) await putException(work, stored, instance)
  await spanOver(trx, stored.id)
  return appliedTo(there ? 'updated' : 'stored', stored)
}

/** Single times: exceptions of a series that is there, or events of their own where the account is invited to them alone. */
async function applyInstances(
  work: ItipWork,
  instances: readonly ReadEvent[],
  rows: readonly EventRow[],
  series: EventRow | undefined,
): Promise<Applied> {
  let applied = nothingApplied('stale')
  const made = new Set<number>()
  for (const instance of series ? eachTime(work, series, instances) : instances) {
    const at = instance.recurrenceAt ?? instance.start
    if (made.has(at)) continue
    if (series) {
      if (await putException(work, series, instance)) {
        await work.trx
          .updateTable('event')
          .set({ version: series.version + 1 })
          .where('id', '=', series.id)
          .execute()
        await spanOver(work.trx, series.id)
        applied = appliedTo('updated', series)
      }
      continue
    }
    const there = rows.find((row) => row.series_id === null && row.recurrence_at === at)
    if (there && !isNewer(instance, there)) continue
    const attendees = peopleOf(work, instance, there)
    if (!attendees) return nothingApplied('not-theirs')
    const row = {
      ...requestedColumns(work, { ...instance, repeat: null, exdates: [], rdates: [] }, attendees, there),
      uid: instance.uid,
      recurrence_at: at,
      first_at: instance.start,
      last_at: instance.end,
    }
    if (there) {
      await work.trx
        .updateTable('event')
        .set({ ...row, version: there.version + 1 })
        .where('id', '=', there.id)
        .execute()
      applied = appliedTo('updated', there)
    } else {
      const calendarId = await ownCalendar(work.trx, work.context, work.owner.accountId)
      const stored = await work.trx
        .insertInto('event')
        .values({ ...row, calendar_id: calendarId })
        .returning(['id', 'calendar_id'])
        .executeTakeFirstOrThrow()
      made.add(at)
      applied = appliedTo('stored', stored)
    }
  }
  return applied
}
