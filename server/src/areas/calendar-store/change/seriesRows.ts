import { randomUUID } from 'node:crypto'
import type { Holidays } from '../../../calendar-model/chinese/holidays.ts'
import type * as Expand from '../../../calendar-model/recurrence/expand.ts'
import { EventNotFoundError } from '../../../calendar-model/rows/errors.ts'
import type { WrittenEvent } from '../../../calendar-model/rows/eventFiles.ts'
import { columnsOf, type EventRow, seriesOf } from '../../../calendar-model/rows/eventRows.ts'
import type { TransactionContext } from '../../../store/context/context.ts'
import type { Trx } from '../../../store/database/transact.ts'
import type { Asking } from '../calendars/access.ts'
import { calendarOwnerOf, isInvitation, type Owner, ownerOf } from '../rows/organiser.ts'

/** What a change needs: the transaction, who changes, and how to reckon with what repeats. */
export interface Work {
  readonly trx: Trx
  readonly context: TransactionContext
  readonly asking: Asking
  readonly holidays: Holidays
  readonly expand: typeof Expand
}

/** A UID for a new event (RFC 5545 §3.8.4.7). */
export const newUid = () => `${randomUUID()}@yanshu`

/** Whose calendar an event stands in. */
export const ownerOfCalendar = async (trx: Trx, calendarId: number): Promise<Owner> =>
  ownerOf(trx, await calendarOwnerOf(trx, calendarId))

/** Throws `EventNotFoundError` when a series does not happen at a moment. */
export async function requireOccurrence({ expand, holidays }: Work, series: EventRow, at: number): Promise<void> {
  if (!expand.expandSeries(seriesOf(series), holidays, at, at).starts.includes(at)) throw new EventNotFoundError()
}

/** Writes one time of a series as an exception of it, in place of the one that is there. */
export async function saveException(
  work: Work,
  series: EventRow,
  at: number,
  event: WrittenEvent,
  there: EventRow | undefined,
): Promise<void> {
  const { trx, context, asking } = work
  const stamp = { updated_at: context.now(), updated_by: asking.accountId }
  const columns = { ...columnsOf(event), repeat: null, first_at: event.start, last_at: event.end, ...stamp }
  const own = !isInvitation(series, await ownerOfCalendar(trx, series.calendar_id))
  if (there) {
    const sequence = there.sequence + (own ? 1 : 0)
    const moved = there.start_at !== event.start || there.end_at !== event.end
    await trx
      .updateTable('event')
      .set({ ...columns, sequence, ...(moved ? { moved_sequence: sequence } : {}) })
      .where('id', '=', there.id)
      .execute()
    return
  }
  await requireOccurrence(work, series, at)
  const sequence = series.sequence + (own ? 1 : 0)
  await trx
    .insertInto('event')
    .values({
      ...columns,
      calendar_id: series.calendar_id,
      series_id: series.id,
      recurrence_at: at,
      uid: series.uid,
      sequence,
      moved_sequence: event.start === at ? series.moved_sequence : sequence,
      organizer: series.organizer ?? (await organizerOf(trx, series.calendar_id, event)),
      stamp: series.stamp,
    })
    .execute()
}

/** Writes a series anew, with its first and last moment. Throws `EventRuleRefusedError`. */
export async function insertSeries(
  { trx, context, asking, holidays, expand }: Work,
  calendarId: number,
  event: WrittenEvent & { readonly uid: string },
  { exdates = [], rdates = [] }: { exdates?: readonly number[]; rdates?: readonly number[] } = {},
): Promise<number> {
  const columns = columnsOf(event)
  const row = { ...columns, exdates: JSON.stringify(exdates), rdates: JSON.stringify(rdates) }
  const series = seriesOf(row)
  expand.requireRepeat(series, holidays)
  const { id } = await trx
    .insertInto('event')
    .values({
      ...row,
      calendar_id: calendarId,
      series_id: null,
      recurrence_at: null,
      uid: event.uid,
      organizer: await organizerOf(trx, calendarId, event),
      first_at: event.start,
      last_at: expand.endOfSeries(series),
      updated_at: context.now(),
      updated_by: asking.accountId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The organiser of an event: the calendar's owner where people are invited, else null. */
export async function organizerOf(
  trx: Trx,
  calendarId: number,
  { attendees }: Pick<WrittenEvent, 'attendees'>,
): Promise<string | null> {
  if (attendees.length === 0) return null
  const owner = await trx
    .selectFrom('calendar')
    .innerJoin('account', 'account.id', 'calendar.account_id')
    .select(['account.name', 'account.address'])
    .where('calendar.id', '=', calendarId)
    .executeTakeFirstOrThrow()
  return JSON.stringify(owner)
}

/** A new version of a series, and its first and last moment with what was moved out of it. */
export async function raise({ trx }: Work, seriesId: number, by = 1): Promise<void> {
  const span = await trx
    .selectFrom('event')
    .select((eb) => [eb.fn.min<number>('start_at').as('first'), eb.fn.max<number>('end_at').as('last')])
    .where((eb) => eb.or([eb('id', '=', seriesId), eb('series_id', '=', seriesId)]))
    .executeTakeFirst()
  const row = await trx
    .selectFrom('event')
    .select(['first_at', 'last_at', 'start_at'])
    .where('id', '=', seriesId)
    .executeTakeFirst()
  if (!row) return
  await trx
    .updateTable('event')
    .set((eb) => ({
      version: eb('version', '+', by),
      first_at: Math.min(row.start_at, span?.first ?? row.start_at),
      last_at: Math.max(row.last_at, span?.last ?? row.last_at),
    }))
    .where('id', '=', seriesId)
    .execute()
}
