import { holidaysOf } from '../../../calendar-model/chinese/holidays.ts'
import type { ReadEvent } from '../../../calendar-model/ics/readIcs.ts'
import { attendeesOf, type EventRow, seriesOf } from '../../../calendar-model/rows/eventRows.ts'
import type { TransactionContext } from '../../../store/context/context.ts'
import type { Trx } from '../../../store/database/transact.ts'
import { lockMailboxes } from '../../../store/mailbox/index.ts'
import { isOwn, organizerIn, ownerOf } from '../../calendar-store/index.ts'
import { rowsOfUid } from './applyItip.ts'
import { type Applied, groupsOf, type Itip, nothingApplied, withAnswer } from './itip.ts'

/**
 * Applies a message of an invited person to the organiser's event: a REPLY sets the answer of its sender alone;
 * a COUNTER and a REFRESH change nothing (RFC 5546 §3.2.3, §3.2.6, §3.2.7). A message of a sender who is not
 * invited is ignored.
 */
export async function applyReply(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  itip: Itip,
): Promise<Applied> {
  // Two answers to one time that arrive on two servers would each make a row of it.
  await lockMailboxes(trx, context.store.engine, [accountId])
  const owner = await ownerOf(trx, accountId)
  let applied = nothingApplied('nothing')
  for (const { uid, series, instances } of groupsOf(itip.events)) {
    const rows = await rowsOfUid(trx, accountId, uid)
    const mine = rows.find((row) => row.series_id === null)
    const organizer = mine && organizerIn(mine)?.address
    if (!mine || !organizer || !isOwn(owner, organizer)) {
      applied = nothingApplied('unknown')
      continue
    }
    for (const event of [...(series ? [series] : []), ...instances]) {
      const one = await answered({ trx, context, itip }, mine, rows, event)
      if (applied.outcome === 'nothing' || one.outcome === 'answered') applied = one
    }
  }
  return applied
}

interface Work {
  readonly trx: Trx
  readonly context: TransactionContext
  readonly itip: Itip
}

async function answered(work: Work, series: EventRow, rows: readonly EventRow[], event: ReadEvent): Promise<Applied> {
  const { trx, itip } = work
  const row =
    event.recurrenceAt === null || series.recurrence_at === event.recurrenceAt
      ? series
      : (rows.find((one) => one.recurrence_at === event.recurrenceAt) ??
        (await newException(work, series, event.recurrenceAt)))
  if (!row) return nothingApplied('unknown')
  const person = attendeesOf(row).find(({ address }) => address.toLowerCase() === itip.from)
  if (!person) return nothingApplied('not-theirs')
  if (itip.method === 'COUNTER') return { outcome: 'proposed', calendarIds: [], eventId: series.id }
  if (itip.method === 'REFRESH') return { outcome: 'asked', calendarIds: [], eventId: series.id }
  const reply = event.attendees.find(({ address }) => address === itip.from)
  if (!reply || reply.answer === '') return nothingApplied('nothing')
  // An answer to an older time, or one that a newer answer has overtaken.
  if (event.sequence < row.moved_sequence || (person.answeredAt ?? 0) > event.stamp) return nothingApplied('stale')
  const storeAnswer = async (one: EventRow) => {
    const more = { answeredAt: event.stamp, ...(event.comment ? { comment: event.comment } : {}) }
    const attendees = JSON.stringify(withAnswer(attendeesOf(one), itip.from, reply.answer, more))
    await trx.updateTable('event').set({ attendees }).where('id', '=', one.id).execute()
  }
  await storeAnswer(row)
  // An answer to a series also answers those of its times that the sender has not answered singly.
  if (row.id === series.id) {
    for (const one of rows) {
      const there = attendeesOf(one).find(({ address }) => address.toLowerCase() === itip.from)
      if (one.series_id === series.id && there?.answer === '') await storeAnswer(one)
    }
  }
  return { outcome: 'answered', calendarIds: [series.calendar_id], eventId: series.id }
}

/** One time of a series as a row of its own, to carry answers that are given to it alone. */
async function newException({ trx, context }: Work, series: EventRow, at: number): Promise<EventRow | undefined> {
  const { expandSeries } = await import('../../../calendar-model/recurrence/expand.ts')
  const shape = seriesOf(series)
  if (!expandSeries(shape, holidaysOf(context), at, at).starts.includes(at)) return undefined
  const { id: _id, ...columns } = series
  const end = at + (series.end_at - series.start_at)
  return trx
    .insertInto('event')
    .values({
      ...columns,
      series_id: series.id,
      recurrence_at: at,
      start_at: at,
      end_at: end,
      first_at: at,
      last_at: end,
      repeat: null,
      exdates: '[]',
      rdates: '[]',
    })
    .returningAll()
    .executeTakeFirst()
}
