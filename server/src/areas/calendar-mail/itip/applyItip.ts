import type { Kysely } from 'kysely'
import { holidaysOf } from '../../../calendar-model/chinese/holidays.ts'
import { EventRuleRefusedError } from '../../../calendar-model/rows/errors.ts'
import { type EventRow, seriesOf } from '../../../calendar-model/rows/eventRows.ts'
import type { TransactionContext } from '../../../store/context/context.ts'
import type { Schema } from '../../../store/database/schema.ts'
import type { Trx } from '../../../store/database/transact.ts'
import { lockMailboxes } from '../../../store/mailbox/index.ts'
import { isOwn, organizerIn, ownerOf, recordFiles } from '../../calendar-store/index.ts'
import { applyCancel } from './applyCancel.ts'
import { applyRequest } from './applyRequest.ts'
import { type Applied, groupsOf, type Itip, type ItipGroup, nothingApplied } from './itip.ts'
import { appliedTo, type ItipWork, spanOver } from './itipWork.ts'
import { putException } from './putException.ts'

/**
 * Applies what the organiser sent to the calendar of an invited person (RFC 5546 §3.2): a REQUEST becomes an
 * event to be answered, a CANCEL marks it as cancelled, an ADD is one more time of it. A message older than the event
 * changes nothing, and only the organiser's messages change anything.
 */
export async function applyItip(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  itip: Itip,
  { asGuest = false }: { readonly asGuest?: boolean } = {},
): Promise<Applied> {
  // Two messages of one event that arrive on two servers, or one and an answer, would each add the event.
  await lockMailboxes(trx, context.store.engine, [accountId])
  const work: ItipWork = {
    trx,
    context,
    owner: await ownerOf(trx, accountId),
    itip,
    holidays: holidaysOf(context),
    expand: await import('../../../calendar-model/recurrence/expand.ts'),
    asGuest,
  }
  await recordFiles(trx, context, itip.events)
  let applied = nothingApplied('nothing')
  for (const group of groupsOf(itip.events)) {
    try {
      const done = await applyGroup(work, group)
      if (done.outcome !== 'nothing' && applied.outcome === 'nothing') applied = done
      else applied = { ...applied, calendarIds: [...applied.calendarIds, ...done.calendarIds] }
    } catch (error) {
      if (!(error instanceof EventRuleRefusedError)) throw error
      if (applied.outcome === 'nothing') applied = nothingApplied('refused')
    }
  }
  return applied
}

/** The rows that an account has of an event: its series or the single times it was invited to, and exceptions. */
export const rowsOfUid = (trx: Kysely<Schema>, accountId: number, uid: string): Promise<EventRow[]> =>
  trx
    .selectFrom('event')
    .innerJoin('calendar', 'calendar.id', 'event.calendar_id')
    .selectAll('event')
    .where('calendar.account_id', '=', accountId)
    .where('event.uid', '=', uid)
    .where('event.calendar_id', 'not in', (eb) => eb.selectFrom('calendar_subscription').select('calendar_id'))
    .orderBy('event.id')
    .execute()

async function applyGroup(work: ItipWork, group: ItipGroup): Promise<Applied> {
  const { itip, owner } = work
  const first = group.series ?? group.instances[0]
  if (!first?.organizer?.address) return nothingApplied('nothing')
  // Outlook sends its organisers a copy; their own event is there already.
  if (isOwn(owner, first.organizer.address)) return nothingApplied('nothing')
  const rows = await rowsOfUid(work.trx, owner.accountId, group.uid)
  const known = rows[0] ? organizerIn(rows[0])?.address : undefined
  const organizer = known ?? first.organizer.address
  const theirs = itip.from !== '' && (itip.from === organizer.toLowerCase() || (itip.from === first.sentBy && !known))
  if (!theirs && !(work.asGuest && itip.method === 'REQUEST')) return nothingApplied('not-theirs')
  if (known !== undefined && known.toLowerCase() !== first.organizer.address && !work.asGuest) {
    return nothingApplied('not-theirs')
  }
  if (itip.unproven && !work.asGuest && changesEvents(itip, rows)) return nothingApplied('unproven')
  switch (itip.method) {
    case 'REQUEST':
      return applyRequest(work, group, rows)
    case 'CANCEL':
      return applyCancel(work, group, rows)
    case 'ADD':
      return applyAdd(work, group, rows)
    default:
      return nothingApplied('nothing')
  }
}

/** Whether a message is more than a first invitation, which only asks. */
const changesEvents = ({ method }: Itip, rows: readonly EventRow[]): boolean => method !== 'REQUEST' || rows.length > 0

/** One more time of a series that is there (RFC 5546 §3.2.4). */
async function applyAdd(work: ItipWork, { instances, series }: ItipGroup, rows: readonly EventRow[]): Promise<Applied> {
  const there = rows.find((row) => row.series_id === null && row.recurrence_at === null)
  if (!there) return nothingApplied('unknown')
  const added = [...instances, ...(series ? [series] : [])].filter(({ sequence }) => sequence >= there.sequence)
  if (added.length === 0) return nothingApplied('stale')
  let rdates = seriesOf(there).rdates
  for (const event of added) {
    rdates = [...new Set([...rdates, event.start])]
    const now = { ...there, rdates: JSON.stringify(rdates), version: there.version + 1, sequence: event.sequence }
    await work.trx
      .updateTable('event')
      .set({ rdates: now.rdates, version: now.version, sequence: now.sequence, stamp: event.stamp })
      .where('id', '=', there.id)
      .execute()
    await putException({ ...work, asGuest: true }, now, { ...event, recurrenceAt: event.start })
  }
  await spanOver(work.trx, there.id)
  return appliedTo('updated', there)
}
