import { MiniMonth, type MiniMonthProps } from '../views/MiniMonth.tsx'
import { CalendarsPanel } from './CalendarsPanel.tsx'

/** What stands beside the days: a month in small, and the calendars. */
export const CalendarSide = (month: MiniMonthProps) => (
  <>
    <MiniMonth {...month} />
    <CalendarsPanel />
  </>
)
