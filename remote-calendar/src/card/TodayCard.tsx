import type { SlotProps } from '@yanshu/contracts'
import { dayOf, isoOf } from '@yanshu/contracts/days'
import { Link } from '@yanshu/shell-api'
import { Skeleton } from '@yanshu/ui'
import { useId, useMemo } from 'react'
import { useNowWall, useSaying, useToday } from '../data/queries.ts'
import { inOrder } from '../model/placed.ts'
import { clock, shortDay } from '../model/words.ts'
import { dueWall, inOrderOfDue } from '../tasks/taskOrder.ts'
import { useWords } from '../useWords.ts'
import { toneStyle } from '../views/EventChip.tsx'
import css from './card.module.css'
import { TaskLine } from './TaskLine.tsx'

const SHOWN = 6
const TASKS_SHOWN = 5

/** Today on the home page: what is still to come first, then what is to be done. */
export default function TodayCard(_: SlotProps<'dashboard.card'>) {
  const say = useWords()
  const id = useId()
  const saying = useSaying()
  const now = useNowWall(saying.zone)
  const today = dayOf(now)
  const { placed, calendars, tasks, moon, loading, failed } = useToday(today, saying.zone)
  const byId = useMemo(() => new Map(calendars.map((one) => [one.calendarId, one])), [calendars])
  const left = placed
    .filter(
      ({ firstDay, lastDay, endWall, bar, instance }) =>
        firstDay <= today && lastDay >= today && (bar || endWall > now) && !instance.cancelled,
    )
    .toSorted(inOrder)
  const next =
    left.length === 0 ? placed.filter(({ firstDay }) => firstDay === today + 1).toSorted(inOrder)[0] : undefined
  const due = tasks
    .filter((one) => dayOf(dueWall(one, saying.zone) ?? 0) <= today)
    .toSorted(inOrderOfDue(saying.zone))
    .slice(0, TASKS_SHOWN)
  if (failed) return null
  return (
    <section className={css.card} aria-labelledby={id}>
      <header className={css.head}>
        <h2 id={id}>{say('card.title')}</h2>
        <span>
          {shortDay(saying.language, today)}
          {saying.language === 'zh' && moon && ` · ${moon.festival ?? moon.term ?? moon.lunar}`}
        </span>
      </header>
      {loading ? (
        <Skeleton lines={3} />
      ) : left.length === 0 ? (
        <p className={css.empty}>
          {say('card.empty')}
          {next &&
            ` ${say('card.tomorrow', { title: next.instance.title, time: next.bar ? say('allDay') : clock(saying, next.startWall) })}`}
        </p>
      ) : (
        <ul>
          {left.slice(0, SHOWN).map((one) => (
            <li key={one.key}>
              <Link
                to={`/calendar?view=day&day=${isoOf(today)}`}
                className={css.row}
                style={toneStyle(one, byId)}
                data-now={!one.bar && one.startWall <= now ? '' : undefined}
              >
                <span className={css.dot} />
                <span className={css.time}>{one.bar ? say('allDay') : clock(saying, one.startWall)}</span>
                <span className={css.text}>
                  {one.instance.title || say(`availability.${one.instance.availability}`)}
                  {one.instance.place && <small>{one.instance.place}</small>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {due.length > 0 && (
        <ul aria-label={say('task.title')} className={css.tasks}>
          {due.map((task) => (
            <TaskLine key={task.taskId} task={task} saying={saying} now={now} />
          ))}
        </ul>
      )}
      <Link to="/calendar" className={css.all}>
        {left.length > SHOWN ? say('card.more', { count: left.length - SHOWN }) : say('card.open')}
      </Link>
    </section>
  )
}
