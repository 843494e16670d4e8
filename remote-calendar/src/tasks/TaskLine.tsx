import type { TaskEntry } from '@yanshu/contracts'
import { Link } from '@yanshu/shell-api'
import { cx } from '@yanshu/ui'
import { useState } from 'react'
import { dayOf, isoOf } from '../model/days.ts'
import type { Saying } from '../model/words.ts'
import { TaskCheck } from './TaskCheck.tsx'
import { tick } from './taskData.ts'
import { dueText, dueWall, isLate } from './taskModel.ts'
import css from './tasks.module.css'
import { useTaskWords } from './words.ts'

export interface TaskLineProps {
  task: TaskEntry
  saying: Saying & { readonly zone: string }
  now: number
}

/** A task on the home page, to be ticked off there or opened in the calendar. */
export function TaskLine({ task, saying, now }: TaskLineProps) {
  const say = useTaskWords()
  const [done, setDone] = useState(false)
  const wall = dueWall(task, saying.zone) ?? 0
  const shown: TaskEntry = done ? { ...task, closedAt: 1 } : task
  return (
    <li className={css.row}>
      <TaskCheck
        task={shown}
        onTick={() => {
          if (done) return
          setDone(true)
          void tick(task, (due, allDay) => {
            const next = dueWall({ due, allDay }, saying.zone) ?? 0
            return dueText(next, allDay, saying, now, say)
          }).then((kept) => setDone(kept))
        }}
      />
      <Link
        to={`/calendar?view=day&day=${isoOf(dayOf(now))}&task=${task.taskId}`}
        className={css.open}
        data-done={done ? '' : undefined}
      >
        <span className={css.title}>{task.title}</span>
        <small className={cx(css.due, isLate(task, saying.zone, now) && css.late)}>
          {dueText(wall, task.allDay, saying, now, say)}
        </small>
      </Link>
    </li>
  )
}
