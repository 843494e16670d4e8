import type { CalendarEntry, CalendarSettings, ChineseDay } from '@yanshu/contracts'
import type { WallSpan } from '../data/commands.ts'
import type { Placed } from '../model/placed.ts'
import type { Saying } from '../model/words.ts'

/** Calendars by their id. */
export type Calendars = ReadonlyMap<number, CalendarEntry>

/** What every grid is given. */
export interface GridProps {
  /** The day that is shown. */
  day: number
  placed: readonly Placed[]
  calendars: Calendars
  settings: CalendarSettings
  saying: Saying & { readonly zone: string }
  days: ReadonlyMap<string, ChineseDay>
  /** The clock on the wall now. */
  now: number
  /** `tick`: meant for the check of a task. */
  onOpen: (placed: Placed, element: HTMLElement, tick?: boolean) => void
  onNew: (span: WallSpan) => void
  /** `copy` leaves the event where it is and makes another one there. Answers false when it is refused, which it has shown. */
  onMove: (placed: Placed, span: WallSpan, copy?: boolean) => unknown
  onDelete: (placed: Placed) => void
  onDay: (day: number) => void
  /** Shows one day on its own. */
  onLookAt: (day: number) => void
  /** Shows a day as a list. */
  onList: (day: number) => void
  announce: (text: string) => void
}
