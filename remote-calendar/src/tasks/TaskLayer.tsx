import type { CalendarEntry, CalendarSettings, TaskEntry } from '@yanshu/contracts'
import { instantOf } from '@yanshu/contracts'
import { DAY_MS, dayOf } from '@yanshu/contracts/days'
import { Drawer, notify } from '@yanshu/ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { WallSpan } from '../data/commands.ts'
import type { Placed } from '../model/placed.ts'
import { mayChange } from '../model/rights.ts'
import type { Saying } from '../model/words.ts'
import { TaskForm } from './TaskForm.tsx'
import { TaskPanel } from './TaskPanel.tsx'
import { moveDue, removeTask, tick, useTasks } from './taskData.ts'
import { dueText, placeTasks, shownTasks } from './taskModel.ts'
import { dueWall } from './taskOrder.ts'
import css from './tasks.module.css'
import { useTaskWords } from './words.ts'

/** What the grids ask of tasks; they know no more of them than how they are drawn. */
export interface TaskPort {
  readonly placed: readonly Placed[]
  /** Opens a task, or ticks it off. */
  readonly open: (taskId: number, tick: boolean) => void
  readonly move: (taskId: number, span: WallSpan) => void
  readonly remove: (taskId: number) => void
}

export interface TaskLayerProps {
  /** Days on the screen, both included. */
  from: number
  to: number
  now: number
  calendars: readonly CalendarEntry[]
  settings: CalendarSettings
  saying: Saying & { readonly zone: string }
  panel: boolean
  /** Whether the list lies over the page, instead of beside the days. */
  over: boolean
  onPanel: (open: boolean) => void
  /** A task that an address names. */
  asked: number | null
  /** It is opened; the address is to go on without it. */
  onAsked: () => void
  onPort: (port: TaskPort) => void
  announce: (text: string) => void
}

/** The tasks beside the events: on their days, in a list of their own, and one of them in full. */
export default function TaskLayer(props: TaskLayerProps) {
  const { from, to, now, calendars, settings, saying, panel, over, onPanel, asked, onAsked, onPort, announce } = props
  const say = useTaskWords()
  const { tasks, ready, shortened, failed, retry } = useTasks()
  const [opened, setOpened] = useState<number | null>(null)
  const shown = useMemo(
    () => shownTasks(tasks, { calendars, showDone: settings.showDoneTasks }),
    [tasks, calendars, settings.showDoneTasks],
  )
  const placed = useMemo(() => placeTasks(shown, saying, now, { from, to }), [shown, saying, now, from, to])

  const taskOf = (taskId: number) => tasks.find((one) => one.taskId === taskId)
  const mayTouch = (task: TaskEntry) => {
    const may = mayChange(calendars.find(({ calendarId }) => calendarId === task.calendarId))
    if (!may) notify.warning(say('refused'))
    return may
  }
  const wordsOf = (due: number, allDay: boolean) =>
    dueText(dueWall({ due, allDay }, saying.zone) ?? 0, allDay, saying, now, say)
  const onTick = (task: TaskEntry) => {
    if (!mayTouch(task)) return
    announce(say(task.closedAt === null ? 'done.ticked' : 'done.opened', { title: task.title }))
    void tick(task, wordsOf)
  }
  const onMove = (task: TaskEntry, span: WallSpan) => {
    if (!mayTouch(task)) return
    // Dropped on an hour it is due then; dropped on a day it keeps its hour.
    const wall = dueWall(task, saying.zone) ?? 0
    const [due, allDay] = !span.allDay
      ? [instantOf(saying.zone, span.startWall), false]
      : task.allDay
        ? [span.startWall, true]
        : [instantOf(saying.zone, span.startWall + (wall - dayOf(wall) * DAY_MS)), false]
    if (due !== task.due || allDay !== task.allDay) void moveDue(task, due, allDay, wordsOf(due, allDay))
  }
  /** The grids keep what they were given; what they call is always of the last render. */
  const acts = useRef({ onTick, onMove, taskOf, mayTouch, onAsked })
  useEffect(() => {
    acts.current = { onTick, onMove, taskOf, mayTouch, onAsked }
  })
  useEffect(() => {
    const withTask = (taskId: number, act: (task: TaskEntry) => void) => {
      const task = acts.current.taskOf(taskId)
      if (task) act(task)
    }
    onPort({
      placed,
      open: (taskId, ticks) => (ticks ? withTask(taskId, (task) => acts.current.onTick(task)) : setOpened(taskId)),
      move: (taskId, span) => withTask(taskId, (task) => acts.current.onMove(task, span)),
      remove: (taskId) => withTask(taskId, (task) => acts.current.mayTouch(task) && void removeTask(task)),
    })
  }, [placed, onPort])
  useEffect(() => {
    if (asked === null) return
    setOpened(asked)
    acts.current.onAsked()
  }, [asked])

  const list = (
    <TaskPanel
      tasks={shown}
      state={failed ? 'failed' : ready ? 'ready' : 'loading'}
      shortened={shortened}
      calendars={calendars}
      settings={settings}
      saying={saying}
      now={now}
      onRetry={retry}
      onTick={onTick}
      onOpen={({ taskId }) => setOpened(taskId)}
      onRemove={(task) => mayTouch(task) && void removeTask(task)}
      onClose={over ? null : () => onPanel(false)}
    />
  )
  return (
    <>
      {panel && !over && (
        <aside className={css.side} aria-label={say('title')}>
          {list}
        </aside>
      )}
      <Drawer open={panel && over} title={say('title')} side="right" modal onClose={() => onPanel(false)}>
        {list}
      </Drawer>
      {opened !== null && (
        <TaskForm
          key={opened}
          taskId={opened}
          calendars={calendars}
          saying={saying}
          now={now}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
