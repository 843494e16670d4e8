import type { EventInput } from '@yanshu/contracts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** Monday, 9:00 in Shanghai, for tests in which nothing depends on whether it is over. */
export const MONDAY = Date.parse('2026-11-23T01:00Z')

/** A Monday to come, 10:00 in Shanghai: no notice is sent of what is over. */
export const MONDAY_TO_COME = (() => {
  const today = Math.floor(Date.now() / DAY)
  return (today + 7 - ((today + 3) % 7)) * DAY + 2 * HOUR
})()

/** A meeting of an hour in a calendar, on that Monday at nine if nothing else is given. */
export const meeting = (calendarId: number, more: Partial<EventInput> = {}): EventInput => {
  const { start = MONDAY } = more
  return { calendarId, title: '评审会', allDay: false, start, end: start + HOUR, zone: 'Asia/Shanghai', ...more }
}

/** A moment as calendar objects say it. */
export const utc = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')
