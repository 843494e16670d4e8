import { DateField, type DateFieldProps } from '@yanshu/ui/dates'
import { useCalendars } from '../data/queries.ts'

/** A day, written or chosen from a month whose weeks begin as in the calendar. */
export const DayField = (props: DateFieldProps) => (
  <DateField weekStart={useCalendars().settings.weekStart} {...props} />
)
