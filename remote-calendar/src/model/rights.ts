import type { CalendarEntry } from '@yanshu/contracts'

/** Whether somebody may change what stands in a calendar: one that is filled from an address is only read. */
export const mayChange = (calendar: CalendarEntry | undefined): boolean =>
  calendar !== undefined && !calendar.subscription && ['edit', 'manage', 'own'].includes(calendar.level)
