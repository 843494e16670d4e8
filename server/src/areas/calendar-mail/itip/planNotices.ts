import type { Attendee } from '@yanshu/contracts'
import { contentOfFiles } from '../../../calendar-model/rows/eventFiles.ts'
import { attendeesOf, type EventRow } from '../../../calendar-model/rows/eventRows.ts'

/** What one mail announces to some of the people of an event. */
export interface Notice {
  readonly method: 'REQUEST' | 'CANCEL'
  /** Whether this is the first mail about the event for them. */
  readonly isNew: boolean
  readonly to: readonly Pick<Attendee, 'name' | 'address'>[]
  /** What is sent: the event with its exceptions, or only the times that are concerned. */
  readonly rows: readonly EventRow[]
  /** The series that exceptions in `rows` belong to, where it is not among them. */
  readonly series: EventRow | null
}

/** An event as one of its people knows it. */
interface View {
  readonly series: EventRow
  /** Whether they are invited to the whole series, and not to some of its times alone. */
  readonly whole: boolean
  readonly exceptions: ReadonlyMap<number, EventRow>
  /** Times that differ and to which they are not invited. */
  readonly without: ReadonlySet<number>
}

const list = (text: string): number[] => (text === '[]' ? [] : (JSON.parse(text) as number[]))
const key = (address: string) => address.toLowerCase()

/**
 * The parts of an event that people get a mail about. Colours, reminders and other people's answers are not among them.
 */
const contentOf = (row: EventRow): string =>
  JSON.stringify([
    row.title,
    row.place,
    row.description,
    // Rows that wait since before it was kept have none.
    row.description_html || '',
    row.link,
    row.all_day,
    row.start_at,
    row.end_at,
    row.zone,
    row.repeat,
    row.rdates,
    row.cancelled,
    contentOfFiles(row),
  ])

/**
 * Which people need which notice after a change: those who were added or removed, and of the others those whose event has
 * changed (RFC 5546 §2.1.4). Only the changed times are sent, where the series stayed as it was.
 */
export function planNotices(before: readonly EventRow[], after: readonly EventRow[], organizer: string): Notice[] {
  const people = new Map<string, Pick<Attendee, 'name' | 'address'>>()
  for (const row of [...before, ...after]) {
    for (const { name, address } of attendeesOf(row))
      if (key(address) !== key(organizer)) people.set(key(address), { name, address })
  }
  const notices = new Map<string, { notice: Omit<Notice, 'to'>; to: Pick<Attendee, 'name' | 'address'>[] }>()
  for (const [address, person] of people) {
    for (const notice of noticesFor(viewOf(before, address), viewOf(after, address), after)) {
      const same = `${notice.method} ${notice.isNew} ${notice.rows.map((row) => `${row.id}/${row.recurrence_at}/${row.start_at}`)}`
      const there = notices.get(same)
      if (there) there.to.push(person)
      else notices.set(same, { notice, to: [person] })
    }
  }
  return [...notices.values()].map(({ notice, to }) => ({ ...notice, to }))
}

function viewOf(rows: readonly EventRow[], address: string): View | null {
  const series = rows.find((row) => row.series_id === null)
  if (!series) return null
  const invited = (row: EventRow) => attendeesOf(row).some((one) => key(one.address) === address)
  const exceptions = rows.filter((row) => row.series_id !== null && row.recurrence_at !== null)
  const mine = new Map(exceptions.filter(invited).map((row) => [row.recurrence_at ?? 0, row]))
  const whole = invited(series)
  if (!whole && mine.size === 0) return null
  const without = new Set(exceptions.filter((row) => !invited(row)).map((row) => row.recurrence_at ?? 0))
  return { series, whole, exceptions: mine, without }
}

function noticesFor(before: View | null, after: View | null, rows: readonly EventRow[]): Omit<Notice, 'to'>[] {
  if (!before && !after) return []
  if (!after) return before ? [cancelled(before, rows)] : []
  if (!before) return [requested(after, true)]
  if (before.whole !== after.whole) {
    return before.whole ? [cancelled(before, rows), requested(after, false)] : [requested(after, false)]
  }
  const left = new Set(list(before.series.exdates))
  const leaves = list(after.series.exdates)
  const back = [...left].some((at) => !leaves.includes(at))
  const vanished = [...before.exceptions.keys()].some(
    (at) => !after.exceptions.has(at) && !after.without.has(at) && !leaves.includes(at),
  )
  if (after.whole && (contentOf(before.series) !== contentOf(after.series) || back || vanished)) {
    return [requested(after, false)]
  }
  const notices: Omit<Notice, 'to'>[] = []
  const changed = [...after.exceptions]
    .filter(([at, row]) => {
      const old = before.exceptions.get(at) ?? (before.whole ? plainTime(before.series, at) : null)
      return old === null || contentOf(old) !== contentOf(row)
    })
    .map(([, row]) => row)
  if (changed.length > 0) {
    notices.push({ method: 'REQUEST', isNew: false, rows: raised(changed, after.series), series: after.series })
  }
  const dropped = leaves.filter((at) => !left.has(at) && (before.whole || before.exceptions.has(at)))
  const uninvited = [...after.without].filter(
    (at) => !before.without.has(at) && (before.whole || before.exceptions.has(at)),
  )
  const gone = [...dropped, ...uninvited].map((at) =>
    instanceAt(before.exceptions.get(at) ?? after.series, after.series, at),
  )
  if (gone.length > 0) notices.push({ method: 'CANCEL', isNew: false, rows: gone, series: after.series })
  return notices
}

/** One time of a series by its rule. A row of its own with the same content needs no notice. */
const plainTime = (series: EventRow, at: number): EventRow => ({
  ...series,
  start_at: at,
  end_at: at + (series.end_at - series.start_at),
  repeat: null,
  rdates: '[]',
})

function requested({ series, whole, exceptions, without }: View, isNew: boolean): Omit<Notice, 'to'> {
  const mine = [...exceptions.values()]
  if (!whole) return { method: 'REQUEST', isNew, rows: raised(mine, series), series }
  const exdates = JSON.stringify([...list(series.exdates), ...without])
  return { method: 'REQUEST', isNew, rows: raised([{ ...series, exdates }, ...mine], series), series: null }
}

/** The end of an event, or of the times of it that a person was invited to. */
function cancelled(view: View, rows: readonly EventRow[]): Omit<Notice, 'to'> {
  const now = rows.find((row) => row.series_id === null)
  const sequence = Math.max(view.series.sequence + 1, now?.sequence ?? 0)
  const cancelled = view.whole ? [view.series] : [...view.exceptions.values()]
  return {
    method: 'CANCEL',
    isNew: false,
    rows: cancelled.map((row) => ({ ...row, cancelled: 1, sequence })),
    series: view.whole ? null : view.series,
  }
}

/** One time of a series that does not happen any more. */
function instanceAt(row: EventRow, series: EventRow, at: number): EventRow {
  const plain = row.series_id === null
  return {
    ...row,
    series_id: series.id,
    recurrence_at: at,
    start_at: plain ? at : row.start_at,
    end_at: plain ? at + (row.end_at - row.start_at) : row.end_at,
    repeat: null,
    exdates: '[]',
    rdates: '[]',
    cancelled: 1,
    sequence: Math.max(series.sequence, row.sequence + 1),
  }
}

/** No exception has a lower sequence than its series, for programs that compare the two. */
const raised = (rows: readonly EventRow[], series: EventRow): EventRow[] =>
  rows.map((row) => ({ ...row, sequence: Math.max(row.sequence, series.sequence) }))
