import type { CalendarEntry, CalendarSettings, TaskEntry } from '@yanshu/contracts'
import { http, markStale } from '@yanshu/shell-api'
import { Button, Checkbox, cx, EmptyState, Icon, IconButton, Skeleton } from '@yanshu/ui'
import { type CSSProperties, type KeyboardEvent, useMemo, useRef } from 'react'
import { changeSettings } from '../data/queries.ts'
import type { Saying } from '../model/words.ts'
import { TaskCheck } from './TaskCheck.tsx'
import { TaskQuickAdd } from './TaskQuickAdd.tsx'
import { dueText, GROUPS, groupOf } from './taskModel.ts'
import { dueWall, inOrderOfDue } from './taskOrder.ts'
import css from './tasks.module.css'
import { useTaskWords } from './words.ts'

export interface TaskPanelProps {
  tasks: readonly TaskEntry[]
  state: 'loading' | 'ready' | 'failed'
  shortened: boolean
  calendars: readonly CalendarEntry[]
  settings: CalendarSettings
  saying: Saying & { readonly zone: string }
  now: number
  onRetry: () => void
  onTick: (task: TaskEntry) => void
  onOpen: (task: TaskEntry) => void
  onRemove: (task: TaskEntry) => void
  /** null where something else closes it. */
  onClose: (() => void) | null
}

/** All tasks, in groups of when they are due. Space ticks, Enter opens, Delete deletes, arrows move. */
export function TaskPanel(props: TaskPanelProps) {
  const { tasks, state, shortened, calendars, settings, saying, now, onRetry, onTick, onOpen, onRemove, onClose } =
    props
  const say = useTaskWords()
  const list = useRef<HTMLDivElement>(null)
  const tones = useMemo(() => new Map(calendars.map((one) => [one.calendarId, one.color])), [calendars])
  const groups = useMemo(() => {
    const sorted = tasks.toSorted(inOrderOfDue(saying.zone))
    return GROUPS.map((group) => ({
      group,
      tasks: sorted.filter((task) => groupOf(task, saying.zone, now, settings.weekStart) === group),
    })).filter((one) => one.tasks.length > 0)
  }, [tasks, saying.zone, now, settings.weekStart])
  const showDone = async (showDoneTasks: boolean) => {
    changeSettings({ showDoneTasks })
    await http.post('calendar/settings/save', { showDoneTasks }).catch(() => undefined)
    markStale(['calendar'])
  }
  const onKeyDown = (event: KeyboardEvent, task: TaskEntry) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-task]') ?? [])]
      rows[rows.indexOf(event.currentTarget as HTMLElement) + step]?.focus()
    } else if (event.key === ' ') onTick(task)
    else if (event.key === 'Delete') onRemove(task)
    else return
    event.preventDefault()
  }
  return (
    <div className={css.panel}>
      {onClose && (
        <header className={css.head}>
          <h2>{say('title')}</h2>
          <IconButton icon="close" size="small" label={say('form.close')} onClick={onClose} />
        </header>
      )}
      <TaskQuickAdd calendars={calendars} settings={settings} saying={saying} now={now} />
      <div ref={list} className={css.groups}>
        {state === 'loading' && <Skeleton lines={6} />}
        {state === 'failed' && (
          <p className={css.failed}>
            {say('failed')}{' '}
            <Button size="small" onClick={onRetry}>
              {say('retry')}
            </Button>
          </p>
        )}
        {state === 'ready' && groups.length === 0 && (
          <EmptyState scene="cleared" title={say('empty')} text={say('emptyText')} />
        )}
        {shortened && <p className={css.failed}>{say('shortened')}</p>}
        {groups.map(({ group, tasks: listed }) => (
          <section key={group} aria-label={say(`group.${group}`)}>
            <h3 className={css.group} data-group={group}>
              {say(`group.${group}`)} <span>{listed.length}</span>
            </h3>
            <ul className={css.list}>
              {listed.map((task) => {
                const wall = dueWall(task, saying.zone)
                const done = task.closedAt !== null
                return (
                  <li
                    key={task.taskId}
                    className={css.row}
                    style={{ '--task-dot': `var(--tone-${tones.get(task.calendarId) ?? 9}-dot)` } as CSSProperties}
                  >
                    <TaskCheck task={task} onTick={onTick} />
                    <button
                      type="button"
                      data-task=""
                      className={css.open}
                      data-done={done ? '' : undefined}
                      onClick={() => onOpen(task)}
                      onKeyDown={(event) => onKeyDown(event, task)}
                      // Some browsers press a button when Space is released.
                      onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
                    >
                      <span className={css.title}>
                        {task.priority > 0 && task.priority < 5 && (
                          <span className={css.high} role="img" aria-label={say('important')}>
                            !
                          </span>
                        )}
                        {task.title}
                      </span>
                      {wall !== null && (
                        <small className={cx(css.due, group === 'late' && css.late)}>
                          {dueText(wall, task.allDay, saying, now, say)}
                          {task.repeats && <Icon name="refresh" size={16} label={say('repeats')} />}
                          {task.private && <Icon name="lock" size={16} label={say('private')} />}
                          {!done && task.percent > 0 && <span>{say('percent', { count: task.percent })}</span>}
                        </small>
                      )}
                    </button>
                  </li>
                )
              })}
            </ul>
          </section>
        ))}
      </div>
      <footer className={css.foot}>
        <Checkbox label={say('showDone')} checked={settings.showDoneTasks} onChange={(on) => void showDone(on)} />
      </footer>
    </div>
  )
}
