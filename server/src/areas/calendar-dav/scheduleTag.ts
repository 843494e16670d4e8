import { createHash } from 'node:crypto'
import { attendeesOf, type EventRow, seriesOf } from '../../calendar-model/rows/eventRows.ts'
import { isOwn, type Owner, organizerIn } from '../calendar-store/index.ts'

/**
 * The schedule tag of an event with its exceptions (RFC 6638 §3.2.10); null where no people are invited. It is made of what the
 * event contains without the answers of others, so an answer that is applied by the server leaves it as it is, also one to
 * a single time, which becomes a row of its own.
 * @param extra what is kept beside the rows for programs
 * @param owner whose calendar it is in
 */
export function scheduleTagOf(rows: readonly EventRow[], extra: string, owner: Owner): string | null {
  if (!rows.some((row) => organizerIn(row) !== null && row.attendees !== '[]')) return null
  const series = rows.find((row) => row.series_id === null && row.recurrence_at === null)
  const contents = rows
    .filter((row) => row === series || !series || !carriesAnswersAlone(row, series, owner))
    .map((row) => JSON.stringify([row.recurrence_at, timesOf(row), contentOf(row, owner)]))
    .toSorted()
  const hash = createHash('sha256').update(JSON.stringify([extra, contents]))
  return `"s${hash.digest('base64url').slice(0, 22)}"`
}

const timesOf = (row: EventRow) => [
  row.start_at,
  row.end_at,
  row.all_day,
  row.zone,
  row.repeat,
  row.exdates,
  row.rdates,
]

/** What a change of counts as one: all but when it happens and what others have answered. */
const contentOf = (row: EventRow, owner: Owner) => [
  ...[row.title, row.place, row.description, row.description_html, row.link, row.availability, row.private],
  ...[row.color, row.categories, row.reminders, row.files, row.organizer, row.cancelled, row.sequence],
  attendeesOf(row).map(({ answer, answeredAt: _at, comment, ...person }) =>
    isOwn(owner, person.address) ? [person, answer, comment ?? ''] : [person],
  ),
]

/** Whether a time of a series is as the series makes it, but for the answers of others. */
function carriesAnswersAlone(row: EventRow, series: EventRow, owner: Owner): boolean {
  const { start, end, allDay, zone } = seriesOf(series)
  const own = seriesOf(row)
  return (
    own.start === row.recurrence_at &&
    own.end - own.start === end - start &&
    own.allDay === allDay &&
    own.zone === zone &&
    JSON.stringify(contentOf(row, owner)) === JSON.stringify(contentOf(series, owner))
  )
}
