import { type Attendee, type EventRepeat, instantOf, wallOf } from '@yanshu/contracts'
import { isoDay } from '../../../calendar-model/chinese/holidays.ts'
import { shiftRule } from '../../../calendar-model/recurrence/shiftRule.ts'
import type { WrittenEvent } from '../../../calendar-model/rows/eventFiles.ts'
import { columnsOf, type EventRow, repeats, seriesOf } from '../../../calendar-model/rows/eventRows.ts'
import { DAY_MS, type Series, zoneOf } from '../../../calendar-model/rows/series.ts'
import { requireNoTwin } from '../calendars/holdCalendar.ts'
import { addressesHere, isInvitation } from '../rows/organiser.ts'
import {
  insertSeries,
  newUid,
  organizerOf,
  ownerOfCalendar,
  raise,
  requireOccurrence,
  type Work,
} from './seriesRows.ts'

/** Changes a whole series. Answers how many exceptions have no place in it any more. */
export async function saveAll(work: Work, series: EventRow, at: number, event: WrittenEvent): Promise<number> {
  const { trx, context, asking, holidays, expand } = work
  if (event.calendarId !== series.calendar_id) await requireNoTwin(trx, event.calendarId, series)
  const old = seriesOf(series)
  const zone = event.allDay ? 'UTC' : event.zone
  // The time that was changed decides how far all of them move, by the clock on the wall.
  const delta = wallOf(zone, event.start) - wallOf(zoneOf(old), at)
  const start = repeats(series) ? instantOf(zone, wallOf(zoneOf(old), old.start) + delta) : event.start
  const moved = (moment: number) => instantOf(zone, wallOf(zoneOf(old), moment) + delta)
  const sameRule = JSON.stringify(event.repeat) === JSON.stringify(old.repeat)
  const repeat = sameRule ? shiftRepeat(event.repeat, wallOf(zoneOf(old), old.start), delta) : event.repeat
  const columns = columnsOf({ ...event, repeat, start, end: start + (event.end - event.start) })
  const kept = sameRule
    ? { exdates: old.exdates.map(moved), rdates: old.rdates.map(moved) }
    : { exdates: [], rdates: [] }
  const row = { ...columns, exdates: JSON.stringify(kept.exdates), rdates: JSON.stringify(kept.rdates) }
  const next = seriesOf(row)
  expand.requireRepeat(next, holidays)
  const invited = isInvitation(series, await ownerOfCalendar(trx, series.calendar_id))
  const sequence = series.sequence + (invited ? 0 : 1)
  await trx
    .updateTable('event')
    .set({
      ...row,
      calendar_id: event.calendarId,
      organizer: invited ? series.organizer : await organizerOf(trx, event.calendarId, event),
      sequence,
      ...(delta !== 0 || !sameRule || event.end - event.start !== series.end_at - series.start_at
        ? { moved_sequence: sequence }
        : {}),
      first_at: start,
      last_at: expand.endOfSeries(next),
      updated_at: context.now(),
      updated_by: asking.accountId,
    })
    .where('id', '=', series.id)
    .execute()
  const dropped = await carryExceptions(work, series.id, series.id, next, event.calendarId, moved)
  await raise(work, series.id)
  return dropped
}

/** Exceptions go along when their series moves, each as far as it; those that the new rule does not know any more go. */
async function carryExceptions(
  { trx, expand, holidays }: Work,
  from: number,
  to: number,
  next: Series,
  calendarId: number,
  moved: (moment: number) => number,
  since = Number.NEGATIVE_INFINITY,
): Promise<number> {
  const exceptions = await trx
    .selectFrom('event')
    .select(['id', 'recurrence_at', 'start_at', 'end_at'])
    .where('series_id', '=', from)
    .execute()
  const mine = exceptions.filter((one) => (one.recurrence_at ?? 0) >= since)
  let dropped = 0
  // Two exceptions must not stand in each other's place while they move.
  for (const one of mine) {
    await trx.updateTable('event').set({ recurrence_at: -one.id }).where('id', '=', one.id).execute()
  }
  for (const one of mine) {
    const at = moved(one.recurrence_at ?? one.start_at)
    const still =
      next.repeat !== null && expand.expandSeries({ ...next, exdates: [] }, holidays, at, at).starts.includes(at)
    if (!still) {
      dropped += 1
      await trx.deleteFrom('event').where('id', '=', one.id).execute()
      continue
    }
    await trx
      .updateTable('event')
      .set((eb) => ({
        series_id: to,
        calendar_id: calendarId,
        recurrence_at: at,
        // Programs find the times of a series by its UID.
        uid: eb.selectFrom('event as series').select('series.uid').where('series.id', '=', to).$asScalar(),
      }))
      .where('id', '=', one.id)
      .execute()
  }
  return dropped
}

/** Ends a series before one of its times and lets another one begin there. */
export async function split(
  work: Work,
  series: EventRow,
  at: number,
  event: WrittenEvent,
): Promise<{ id: number; dropped: number }> {
  const { trx } = work
  await requireOccurrence(work, series, at)
  const old = seriesOf(series)
  const zone = event.allDay ? 'UTC' : event.zone
  const delta = wallOf(zone, event.start) - wallOf(zoneOf(old), at)
  const moved = (moment: number) => instantOf(zone, wallOf(zoneOf(old), moment) + delta)
  const same = JSON.stringify(event.repeat) === JSON.stringify(old.repeat)
  const rest = same ? await remaining(old, at) : event.repeat
  const repeat = same ? shiftRepeat(rest, wallOf(zoneOf(old), at), delta) : rest
  const id = await insertSeries(
    work,
    event.calendarId,
    { ...event, attendees: await asNew(trx, event.attendees), repeat, uid: newUid() },
    {
      exdates: same ? old.exdates.filter((one) => one > at).map(moved) : [],
      rdates: same ? old.rdates.filter((one) => one > at).map(moved) : [],
    },
  )
  const next = seriesOf(await trx.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  // The time that was changed is written anew; those after it keep what was changed of them alone.
  await trx.deleteFrom('event').where('series_id', '=', series.id).where('recurrence_at', '=', at).execute()
  const dropped = await carryExceptions(work, series.id, id, next, event.calendarId, moved, at)
  await endBefore(work, series, at)
  await raise(work, id, 0)
  return { id, dropped }
}

/**
 * The people of a series that begins where another one ends. To programs elsewhere it is a new event, which they answer
 * anew; the calendars of colleagues keep what was answered.
 */
async function asNew(trx: Work['trx'], attendees: readonly Attendee[]): Promise<Attendee[]> {
  const addresses = attendees.filter(({ answer }) => answer !== '').map(({ address }) => address.toLowerCase())
  const here = addresses.length === 0 ? new Set<string>() : await addressesHere(trx, addresses)
  return attendees.map((one) =>
    here.has(one.address.toLowerCase())
      ? one
      : { name: one.name, address: one.address, optional: one.optional, answer: '' },
  )
}

/** What is left of a repetition from one of its times on. */
async function remaining(series: Series, at: number): Promise<EventRepeat | null> {
  const { repeat } = series
  if (repeat?.kind !== 'rule') return repeat
  const [{ parseRule, writeRule }, { countBefore }] = await Promise.all([
    import('../../../calendar-model/recurrence/ruleText.ts'),
    import('../../../calendar-model/recurrence/expandRule.ts'),
  ])
  const parts = parseRule(repeat.rule)
  const count = Number(parts.get('COUNT') ?? 0)
  if (count === 0) return repeat
  const gone = countBefore(series, repeat.rule, at)
  if (gone !== null) parts.set('COUNT', `${Math.max(1, count - gone)}`)
  return { kind: 'rule', rule: writeRule(parts) }
}

const shiftRepeat = (repeat: EventRepeat | null, wall: number, delta: number): EventRepeat | null =>
  repeat?.kind === 'rule' ? { kind: 'rule', rule: shiftRule(repeat.rule, wall, delta) } : repeat

/** How far back the last time of a series is looked for; one that happens less often ends just before the moment. */
const LOOKED_BACK_MS = 400 * DAY_MS

/** The last time of a series before a moment, so that its end is a day on which it happens. */
function lastBefore({ expand, holidays }: Work, series: Series, at: number): number {
  const from = Math.max(series.start, at - LOOKED_BACK_MS)
  const { starts, complete } = expand.expandSeries({ ...series, rdates: [] }, holidays, from, at - 1)
  return (complete ? starts.at(-1) : undefined) ?? at - 1_000
}

/** Lets a series end with its last time before a moment. */
export async function endBefore(work: Work, series: EventRow, at: number): Promise<void> {
  const { trx, context, asking, expand } = work
  const { parseRule, utcText, writeRule } = await import('../../../calendar-model/recurrence/ruleText.ts')
  const old = seriesOf(series)
  let { repeat } = old
  const last = lastBefore(work, old, at)
  if (repeat?.kind === 'rule') {
    const parts = parseRule(repeat.rule)
    parts.delete('COUNT')
    parts.set('UNTIL', utcText(last))
    repeat = { kind: 'rule', rule: writeRule(parts) }
  } else if (repeat) {
    repeat = { ...repeat, until: isoDay(wallOf(zoneOf(old), last)) }
  }
  const row = {
    repeat: repeat ? JSON.stringify(repeat) : null,
    exdates: JSON.stringify(old.exdates.filter((one) => one < at)),
    rdates: JSON.stringify(old.rdates.filter((one) => one < at)),
  }
  await trx.deleteFrom('event').where('series_id', '=', series.id).where('recurrence_at', '>=', at).execute()
  await trx
    .updateTable('event')
    .set({
      ...row,
      sequence: series.sequence + 1,
      last_at: expand.endOfSeries(seriesOf({ ...series, ...row })),
      updated_at: context.now(),
      updated_by: asking.accountId,
    })
    .where('id', '=', series.id)
    .execute()
  await raise(work, series.id)
}
