import type { SlotProps } from '@yanshu/contracts'
import { instantOf, wallOf } from '@yanshu/contracts'
import { DAY_MS, dayOf } from '@yanshu/contracts/days'
import { intents } from '@yanshu/shell-api'
import { IconButton } from '@yanshu/ui'
import { useSaying } from '../data/queries.ts'
import { parseQuickAdd } from '../quick-add/parseQuickAdd.ts'
import { useWords } from '../useWords.ts'
import { fetchTasks } from './fetchTasks.ts'

/** Characters of a mail that are kept with the event. */
const TEXT_MAX = 2_000

/** The time of the first line of a text that names one in the future, as moments. */
function timeIn(text: string, zone: string): { start: number; end: number } | null {
  const now = wallOf(zone, Date.now())
  for (const line of text.split(/[\n。；;]/).slice(0, 60)) {
    if (line.length > 120 || !/\d|[一二三四五六七八九十]点|[ap]m/i.test(line)) continue
    const found = parseQuickAdd(line, { now, length: 60 })
    if (
      found &&
      !found.allDay &&
      found.startWall > now &&
      found.startWall < now + 366 * DAY_MS &&
      dayOf(found.startWall) > 0
    ) {
      return { start: instantOf(zone, found.startWall), end: instantOf(zone, found.endWall) }
    }
  }
  return null
}

/** Makes an event or a task of the subject of the mail that is read and the first time in its text. It has no attendees. */
export default function MakeEvent({ mail, port }: SlotProps<'mail.tool'>) {
  const say = useWords()
  const { zone } = useSaying()
  const subject = mail.subject.replace(/^(?:(?:re|fw|fwd|回复|转发|答复)\s*[:：]\s*)+/i, '')
  const make = () => {
    const text = port.text()
    const time = timeIn(`${mail.subject}\n${text}`, zone)
    void intents.send('calendar.draft', {
      subject,
      text: text.slice(0, TEXT_MAX),
      ...(time ?? {}),
    })
  }
  return (
    <>
      <IconButton icon="calendar" label={say('mail.make')} onClick={make} />
      <IconButton
        icon="success"
        label={say('task.fromMail')}
        onClick={() => {
          // A failure is shown by the shell.
          void fetchTasks()
            .then(({ makeTask }) => makeTask({ subject, text: port.text().slice(0, TEXT_MAX) }, zone))
            .catch(() => undefined)
        }}
      />
    </>
  )
}
