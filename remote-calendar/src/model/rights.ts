import type { CalendarEntry } from '@yanshu/contracts'

/** Whether the user may change the events of a calendar: one that is filled from an address can only be read. */
export const mayChange = (calendar: CalendarEntry | undefined): boolean =>
  calendar !== undefined && !calendar.subscription && ['edit', 'manage', 'own'].includes(calendar.level)
