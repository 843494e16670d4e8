import type { JcalProperty } from '../ics/writeIcs.ts'
import type { EventRow } from '../rows/eventRows.ts'

/** What `extraIn` has kept, for the event that it belongs to. */
export function extraOf(json: string): (row: EventRow) => readonly JcalProperty[] {
  const kept = json === '' ? [] : (JSON.parse(json) as JcalProperty[])
  return (row) => (row.series_id === null && row.recurrence_at === null ? kept : [])
}
