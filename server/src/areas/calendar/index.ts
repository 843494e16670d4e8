export { calendarRoutes } from './calendar.routes.ts'
export { listCalendars, saveCalendar, saveShares, viewCalendars } from './calendars.service.ts'
export { createEvent, deleteEvent, moveEvent } from './events.service.ts'
export { listInstances } from './windows.service.ts'
