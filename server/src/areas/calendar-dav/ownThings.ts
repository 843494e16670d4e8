import type { ReadEvent } from '../../calendar-model/ics/readIcs.ts'
import { attendeesOf, type EventRow, repeats, seriesOf } from '../../calendar-model/rows/eventRows.ts'
import { exceptionAt, withAnswer } from '../calendar-mail/index.ts'
import { invitedAs, isOwn, type Owner, raise, type Work } from '../calendar-store/index.ts'
import type { PutObject } from './readObject.ts'

/**
 * Takes from what an invited person has put what is their own: the answer, reminders, busy status, and times
 * that they have deleted. The rest stays as the organiser has sent it, and the client reads it again.
 */
export async function takeOwnThings(
  work: Work,
  owner: Owner,
  put: PutObject,
  rows: readonly EventRow[],
): Promise<void> {
  const { trx, context, expand, holidays } = work
  const series = rows.find((row) => row.series_id === null && row.recurrence_at === null)
  if (series && put.series) await applyOwn(work, owner, series, put.series)
  for (const one of put.instances) {
    const at = one.recurrenceAt
    const there = rows.find((row) => row.recurrence_at === at && at !== null)
    if (there) await applyOwn(work, owner, there, one)
    else if (series && at !== null && repeats(series) && differs(owner, one, put.series)) {
      const happens = expand.expandSeries(seriesOf(series), holidays, at, at).starts.includes(at)
      if (happens) await applyOwn(work, owner, await exceptionAt(trx, context, series, rows, at), one)
    }
  }
  if (series && put.series) await dropTimes(work, series, put)
  for (const row of rows) if (row.series_id === null) await raise(work, row.id)
}

const answerIn = (owner: Owner, event: ReadEvent | null) =>
  event?.attendees.find(({ address }) => isOwn(owner, address))?.answer ?? ''

/** Whether the owner's own things of one time differ from those of the series. */
const differs = (owner: Owner, one: ReadEvent, series: ReadEvent | null): boolean =>
  answerIn(owner, one) !== answerIn(owner, series) ||
  JSON.stringify(one.reminders) !== JSON.stringify(series?.reminders ?? [])

async function applyOwn({ trx, context }: Work, owner: Owner, row: EventRow, put: ReadEvent): Promise<void> {
  const as = invitedAs(row, owner)
  const known = attendeesOf(row)
  const before = known.find(({ address }) => address === as)?.answer ?? ''
  const answer = answerIn(owner, put)
  const answers = as !== undefined && answer !== '' && answer !== before && row.cancelled === 0
  await trx
    .updateTable('event')
    .set({
      availability: put.availability,
      private: put.private ? 1 : 0,
      reminders: JSON.stringify([...new Set(put.reminders)].toSorted((a, b) => a - b)),
      ...(answers
        ? {
            attendees: JSON.stringify(
              withAnswer(known, as, answer, { answeredAt: context.now(), comment: put.comment }),
            ),
          }
        : {}),
    })
    .where('id', '=', row.id)
    .execute()
}

/** Times that the client has taken out of the series: their reader does not come then. */
async function dropTimes({ trx, expand, holidays }: Work, series: EventRow, { series: put }: PutObject): Promise<void> {
  const { exdates, ...shape } = seriesOf(series)
  const known = new Set(exdates)
  const gone = (put?.exdates ?? []).filter(
    (at) => !known.has(at) && expand.expandSeries({ ...shape, exdates }, holidays, at, at).starts.includes(at),
  )
  if (gone.length === 0) return
  await trx.deleteFrom('event').where('series_id', '=', series.id).where('recurrence_at', 'in', gone).execute()
  await trx
    .updateTable('event')
    .set({ exdates: JSON.stringify([...exdates, ...gone]) })
    .where('id', '=', series.id)
    .execute()
}
