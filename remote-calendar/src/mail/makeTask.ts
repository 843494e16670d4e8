import { instantOf, wallOf, zoneOfPerson } from '@yanshu/contracts'
import { go, http, settings } from '@yanshu/shell-api'
import { mayChange } from '../model/rights.ts'
import { parseTask } from '../tasks/parseTask.ts'
import { saveTask } from '../tasks/taskData.ts'

interface Mail {
  readonly subject: string
  readonly text: string
}

/** The first calendar of one's own, with the settings; without one the calendars are shown, and there is null. */
async function ownCalendar() {
  const { calendars, settings: chosen } = await http.get('calendar/list', {})
  const calendar = calendars.find((one) => one.level === 'own' && mayChange(one))
  if (!calendar) go('/calendar')
  return calendar ? { calendar, settings: chosen } : null
}

/** Makes a task that is due at a moment, in the first calendar of one's own. */
export async function makeDue(title: string, description: string, due: number): Promise<void> {
  const own = await ownCalendar()
  if (!own) return
  const { calendarId } = own.calendar
  const zone = zoneOfPerson(settings.current().general)
  await saveTask({ calendarId, title, description, due, allDay: false, zone }, null)
}

/** Makes a task of a mail in the first calendar of one's own: its subject, due when the subject names a day. */
export async function makeTask({ subject, text }: Mail, zone: string): Promise<void> {
  const own = await ownCalendar()
  if (!own) return
  const { calendar } = own
  const read = parseTask(subject, { now: wallOf(zone, Date.now()), workEnd: own.settings.workEnd })
  const wall = read?.dueWall ?? null
  await saveTask(
    {
      calendarId: calendar.calendarId,
      // The subject stays as it is, so that the mail is found by it.
      title: subject.trim() === '' ? '…' : subject,
      description: text,
      due: wall === null || !read || read.allDay ? wall : instantOf(zone, wall),
      allDay: read?.allDay ?? true,
      zone,
    },
    null,
  )
}
