import type { Attendee } from '@yanshu/contracts'
import { attendeesOf, type EventRow } from '../../../calendar-model/rows/eventRows.ts'
import { isOwn, type Owner } from '../../calendar-store/index.ts'

/** An answer that the organiser has not got yet. */
export interface PlannedReply {
  readonly answer: Exclude<Attendee['answer'], ''>
  readonly comment: string
  /** The address that was invited. */
  readonly as: string
  /** The event, or one time of it, with the one who answers as the only one of its people (RFC 5546 §3.2.3). */
  readonly row: EventRow
  readonly series: EventRow | null
}

const list = (text: string): number[] => (text === '[]' ? [] : (JSON.parse(text) as number[]))
const keyOf = (row: EventRow): number | null => (row.series_id === null ? null : row.recurrence_at)

/** The owner's answers to an invitation. Deleting a time declines it. */
export function planReplies(knownRows: readonly EventRow[], now: readonly EventRow[], owner: Owner): PlannedReply[] {
  const mine = (row: EventRow | undefined) => row && attendeesOf(row).find(({ address }) => isOwn(owner, address))
  const series = now.find((row) => row.series_id === null)
  const known = knownRows.find((row) => row.series_id === null)
  const reply = (row: EventRow, me: Attendee, answer: PlannedReply['answer'], of: EventRow | null): PlannedReply => ({
    answer,
    comment: me.comment ?? '',
    as: me.address,
    row: { ...row, attendees: JSON.stringify([{ ...me, answer }]), exdates: '[]' },
    series: of,
  })
  if (!series) {
    const me = mine(known)
    if (!known || !me || known.cancelled === 1 || me.answer === 'declined') return []
    return [reply(known, { ...me, comment: '' }, 'declined', null)]
  }
  const before = new Map(knownRows.map((row) => [keyOf(row), row]))
  const replies = now.flatMap((row) => {
    const me = mine(row)
    if (!me || me.answer === '' || row.cancelled === 1) return []
    const old = mine(before.get(keyOf(row)) ?? known)
    if (old?.answer === me.answer && (old.comment ?? '') === (me.comment ?? '')) return []
    return [reply(row, me, me.answer, row.series_id === null ? null : series)]
  })
  const me = mine(series)
  const left = new Set(known ? list(known.exdates) : [])
  if (!me || !known) return replies
  const length = series.end_at - series.start_at
  const gone = list(series.exdates).filter((at) => !left.has(at))
  return [
    ...replies,
    ...gone.map((at) =>
      reply(
        {
          ...series,
          series_id: series.id,
          recurrence_at: at,
          start_at: at,
          end_at: at + length,
          repeat: null,
          rdates: '[]',
        },
        { ...me, comment: '' },
        'declined',
        series,
      ),
    ),
  ]
}
