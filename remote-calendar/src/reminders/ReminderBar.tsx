import { type GetData, wallOf } from '@yanshu/contracts'
import { dayOf, isoOf, MINUTE_MS } from '@yanshu/contracts/days'
import { go, http, markStale, usePushEvent } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, MenuButton, WaitingBar } from '@yanshu/ui'
import { useNowWall, useSaying } from '../data/queries.ts'
import { clock, shortDay } from '../model/words.ts'
import { useWords } from '../useWords.ts'

const SNOOZE = [5, 10, 30, 60] as const

interface Notice {
  /** Of an event's reminder, with the event and its time. */
  readonly id?: number
  readonly eventId?: number
  readonly at?: number
  readonly taskId?: number
  readonly title: string
  readonly place: string
  readonly start: number
  readonly allDay: boolean
  readonly late: number
}

/** Events first, because they begin at their time in any case; then tasks. */
const noticesOf = ({ reminders, tasks = [] }: GetData<'calendar/reminders'>): Notice[] => [
  ...reminders,
  ...tasks.map(({ due, ...task }) => ({ ...task, start: due, place: '' })),
]

/** Lists above the views the events and tasks whose reminder is due, until the user closes it. */
export default function ReminderBar() {
  const say = useWords()
  const saying = useSaying()
  const now = useNowWall(saying.zone)
  usePushEvent('calendar.reminder', () => markStale(['calendar', 'reminders']))
  const { data } = useQuery({
    queryKey: ['calendar', 'reminders'],
    queryFn: ({ signal }) => http.get('calendar/reminders', {}, { signal, silent: true }),
  })
  const notices = data ? noticesOf(data) : []
  const [first, ...others] = notices
  if (!first) return null
  const wall = first.allDay ? first.start : wallOf(saying.zone, first.start)
  const minutes = Math.ceil((wall - now) / MINUTE_MS)
  const time = `${dayOf(wall) === dayOf(now) ? '' : `${shortDay(saying.language, dayOf(wall))} `}${first.allDay ? say('allDay') : clock(saying, wall)}`
  const opens = first.taskId ? `task=${first.taskId}` : `event=${first.eventId}:${first.at}`
  const close = (closed: readonly Notice[], snooze?: number) =>
    http
      .post('calendar/reminders/close', {
        ids: closed.flatMap(({ id }) => id ?? []),
        taskIds: closed.flatMap(({ taskId }) => taskId ?? []),
        ...(snooze === undefined ? {} : { snooze }),
      })
      .catch(() => undefined)
      .finally(() => markStale(['calendar', 'reminders']))
  const soon =
    first.allDay || first.taskId
      ? ''
      : minutes > 0 && minutes <= 60
        ? say('reminder.in', { count: minutes })
        : minutes <= 0 && minutes > -600
          ? say('reminder.begun')
          : ''
  return (
    <WaitingBar
      icon="bell"
      actions={
        <>
          <Button size="small" onClick={() => go(`/calendar?view=day&day=${isoOf(dayOf(wall))}&${opens}`)}>
            {say('reminder.open')}
          </Button>
          <MenuButton
            icon="clock"
            size="small"
            label={say('reminder.snooze')}
            items={SNOOZE.map((count) => ({
              id: `${count}`,
              label: say('reminder.snoozeFor', { count }),
              onSelect: () => void close([first], count),
            }))}
          />
          <Button size="small" variant="text" onClick={() => void close([first])}>
            {say('reminder.close')}
          </Button>
          {others.length > 0 && (
            <Button size="small" variant="text" onClick={() => void close(notices)}>
              {say('reminder.closeAll')}
            </Button>
          )}
        </>
      }
    >
      <strong>{first.title}</strong> {first.taskId ? say('task.due', { when: time }) : time}
      {soon && ` · ${soon}`}
      {first.place && ` · ${first.place}`}
      {first.late > 0 && <small>{say('reminder.late', { count: first.late })}</small>}
      {others.length > 0 && <small>{say('reminder.others', { count: others.length })}</small>}
    </WaitingBar>
  )
}
