import type { CalendarSettings } from './http/calendarShapes.ts'

/** The settings of a user who has not chosen any. */
export const CALENDAR_DEFAULTS: CalendarSettings = {
  weekStart: 1,
  workStart: 9 * 60,
  workEnd: 18 * 60,
  defaultLength: 60,
  secondZone: '',
  lunar: true,
  birthdays: false,
  weekNumbers: false,
  showDeclined: false,
  showDoneTasks: false,
  density: 'cosy',
  reminder: 15,
  remindByMail: false,
  showBusy: true,
}
