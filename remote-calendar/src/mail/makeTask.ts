import { instantOf, wallOf } from '@yanshu/contracts'
import { go, http } from '@yanshu/shell-api'
import { mayChange } from '../model/rights.ts'
import { parseTask } from '../tasks/parseTask.ts'
import { saveTask } from '../tasks/taskData.ts'

interface Mail {
  readonly subject: string
  readonly text: string
}

/** Makes a task of a mail in the first calendar of one's own: its subject, due when the subject says so. */
export async function makeTask({ subject, text }: Mail, zone: string): Promise<void> {
  const { calendars, settings } = await http.get('calendar/list', {})
  const calendar = calendars.find((one) => one.level === 'own' && mayChange(one))
  if (!calendar) {
    go('/calendar')
    return
  }
  const read = parseTask(subject, { now: wallOf(zone, Date.now()), workEnd: settings.workEnd })
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
