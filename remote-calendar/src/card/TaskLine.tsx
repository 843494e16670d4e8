import type { TaskEntry } from '@yanshu/contracts'
import { dayOf, isoOf } from '@yanshu/contracts/days'
import { fetchPart, Link } from '@yanshu/shell-api'
import { useState } from 'react'
import { clock, type Saying, shortDay } from '../model/words.ts'
import { dueWall, isLate } from '../tasks/taskOrder.ts'
import { useWords } from '../useWords.ts'
import css from './card.module.css'

export interface TaskLineProps {
  task: TaskEntry
  saying: Saying & { readonly zone: string }
  now: number
}

/** A task on the home page, to be ticked off there or opened in the calendar. */
export function TaskLine({ task, saying, now }: TaskLineProps) {
  const say = useWords()
  const [done, setDone] = useState(false)
  const wall = dueWall(task, saying.zone) ?? now
  const day = dayOf(wall)
  const tick = () => {
    if (done) return
    setDone(true)
    fetchPart(() => import('../tasks/tickHere.ts'))
      .then(({ tickHere }) => tickHere(task, saying, now))
      .then(setDone, () => setDone(false))
  }
  return (
    <li className={css.task}>
      <button
        type="button"
        aria-pressed={done}
        aria-label={say('task.tick', { title: task.title })}
        className={css.check}
        onClick={tick}
      />
      <Link
        to={`/calendar?view=day&day=${isoOf(dayOf(now))}&task=${task.taskId}`}
        className={css.text}
        data-done={done ? '' : undefined}
      >
        {task.title}
      </Link>
      <small className={css.due} data-late={isLate(task, saying.zone, now) ? '' : undefined}>
        {day !== dayOf(now) ? shortDay(saying.language, day) : task.allDay ? say('today') : clock(saying, wall)}
      </small>
    </li>
  )
}
