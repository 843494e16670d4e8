export { type Asking, allows, requireCalendar, requireWritable, seenCalendars } from './calendars/access.ts'
export { announceCalendars } from './calendars/audience.ts'
export {
  deleteCalendar,
  listCalendars,
  listShares,
  saveCalendar,
  saveShares,
  viewCalendars,
} from './calendars/calendars.service.ts'
export { holdCalendar, requireNoTwin } from './calendars/holdCalendar.ts'
export { ownCalendar } from './calendars/ownCalendar.ts'
export { calendarSettingsOfMany, readCalendarSettings, writeCalendarSettings } from './calendars/settings.ts'
export { endBefore, saveAll, split } from './change/changeSeries.ts'
export { readEvent, requireReadable } from './change/readEvent.ts'
export {
  insertSeries,
  newUid,
  organizerOf,
  ownerOfCalendar,
  raise,
  requireOccurrence,
  saveException,
  type Work,
} from './change/seriesRows.ts'
export { withCleanWords } from './change/withCleanWords.ts'
export { chooseFiles, filesSizeMax, hasRoomFor, requireRoomFor } from './files/chooseFiles.ts'
export { findReadableFile } from './files/findReadableFile.ts'
export { keepAttached, recordFiles, withKnownIds } from './files/keepAttached.ts'
export { type BusyTime, busyTimes } from './freebusy/busyTimes.ts'
export { findTime } from './freebusy/findTime.service.ts'
export { judgeSendTime } from './freebusy/sendTime.service.ts'
export { dueOf, planReminders, REMINDER } from './reminders/planReminders.ts'
export { calendarOwnerOf, invitedAs, isInvitation, isOwn, type Owner, organizerIn, ownerOf } from './rows/organiser.ts'
export { requireRoom } from './rows/requireRoom.ts'
export { takeSnapshot } from './rows/snapshot.ts'
