import { type CalendarEntry, Code, type TaskDetail } from '@yanshu/contracts'
import { dayOf, dayOfIso } from '@yanshu/contracts/days'
import { ApiError, http, saveBlob } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Checkbox, Dialog, IconButton, Select, Skeleton, TextArea, TextField } from '@yanshu/ui'
import { useDraft } from '@yanshu/ui/draft'
import { useRef, useState } from 'react'
import { Conflict } from '../form/Conflict.tsx'
import form from '../form/form.module.css'
import { RepeatField } from '../form/RepeatField.tsx'
import { backToUnreadDay } from '../form/unreadDay.ts'
import { useDiscardQuestion } from '../form/useDiscardQuestion.ts'
import { useLunarDay } from '../form/useLunarDay.ts'
import { mayChange } from '../model/rights.ts'
import type { Saying } from '../model/words.ts'
import { DayField } from '../time/DayField.tsx'
import { TimeField } from '../time/TimeField.tsx'
import { useWords } from '../useWords.ts'
import { removeTask, saveTask } from './taskData.ts'
import { type DraftProblem, draftOfTask, limitOfTask, type TaskDraft, taskOfDraft } from './taskDraft.ts'
import { dueText } from './taskModel.ts'
import { dueWall } from './taskOrder.ts'
import css from './tasks.module.css'
import { type TaskSay, useTaskWords } from './words.ts'

export interface TaskFormProps {
  taskId: number
  calendars: readonly CalendarEntry[]
  saying: Saying & { readonly zone: string }
  now: number
  onClose: () => void
}

const REMINDERS = [-1, 0, 15, 30, 60, 120, 1_440, 2_880]
const PERCENTS = [0, 25, 50, 75]
const PRIORITIES = [0, 1, 5, 9] as const
const ZONES = ['Asia/Shanghai', 'Asia/Tokyo', 'Asia/Singapore', 'Europe/Berlin', 'Europe/London', 'UTC', 'America/New_York', 'America/Los_Angeles'] // biome-ignore format: a list of zones

/** A task in full: read, changed, deleted. What was typed is not lost by a press beside it. */
export function TaskForm(props: TaskFormProps) {
  const { taskId, onClose } = props
  const say = useTaskWords()
  const { data, isError } = useQuery({
    queryKey: ['calendar', 'task', taskId],
    queryFn: ({ signal }) => http.get('calendar/task/get', { taskId }, { signal, silent: true }),
    // The next time it is opened it is read anew.
    gcTime: 0,
  })
  // What is read again meanwhile does not replace what is being typed: saving reports a change by another person.
  if (data) return <OpenForm {...props} detail={data} />
  return (
    <Dialog open wide title={say('form.edit')} onClose={onClose} className={form.dialog}>
      {isError ? <p className={form.problem}>{say('failed')}</p> : <Skeleton lines={6} />}
    </Dialog>
  )
}

/** The words of a number of minutes before something is due. */
function reminderWords(minutes: number, say: TaskSay): string {
  if (minutes < 0) return say('form.noReminder')
  if (minutes === 0) return say('form.onTime')
  if (minutes % 1_440 === 0) return say('form.days', { count: minutes / 1_440 })
  return minutes % 60 === 0 ? say('form.hours', { count: minutes / 60 }) : say('form.before', { count: minutes })
}

function OpenForm({ detail, taskId, calendars, saying, now, onClose }: TaskFormProps & { detail: TaskDetail }) {
  const say = useTaskWords()
  const words = useWords()
  const [problem, setProblem] = useState<DraftProblem | null>(null)
  const [failure, setFailure] = useState('')
  const fields = useRef<HTMLFormElement>(null)
  const send = async (now: TaskDraft, from: TaskDetail | null): Promise<true | null> => {
    const made = taskOfDraft(now)
    if ('problem' in made) {
      setProblem(made.problem)
      return null
    }
    await saveTask(made.task, { taskId, version: (from ?? detail).version })
    return true
  }
  const { draft, change, base, elsewhere, acceptNewest, keepMine, busy, save, mayLeave } = useDraft<
    TaskDetail,
    TaskDraft,
    true
  >({
    stored: detail,
    draftOf: (task) => draftOfTask(task ?? detail),
    read: () => http.get('calendar/task/get', { taskId }),
    save: send,
    conflict: { isConflict: (error) => error instanceof ApiError && error.code === Code.taskChanged },
    mayDiscard: useDiscardQuestion(),
  })
  const seen = base ?? detail
  const set = (part: Partial<TaskDraft>) => {
    setProblem(null)
    change(part)
  }
  const newest = elsewhere?.kind === 'changed' ? elsewhere.newest : null
  const newestDue = newest && dueWall(newest, saying.zone)
  const lunar = useLunarDay(draft.dueDay)
  const calendar = calendars.find(({ calendarId }) => calendarId === seen.calendarId)
  const may = mayChange(calendar)
  const writable = calendars.filter(mayChange)

  const close = async () => {
    if (await mayLeave()) onClose()
  }
  const closeBy = async (saving: () => Promise<true | null>) => {
    if (backToUnreadDay(fields.current)) return
    setFailure('')
    try {
      if (await saving()) onClose()
    } catch (error) {
      if (error instanceof ApiError) setFailure(error.message)
    }
  }
  const download = async () => {
    const { fileName, ics } = await http.post('calendar/task/createIcs', { taskId })
    saveBlob(new Blob([ics], { type: 'text/calendar' }), fileName)
  }
  const error = (...of: DraftProblem[]) =>
    problem && of.includes(problem) ? say(`problem.${problem}`, limitOfTask(draft, problem)) : undefined
  return (
    <Dialog
      open
      wide
      title={say('form.edit')}
      onClose={() => void close()}
      className={form.dialog}
      footer={
        <>
          <span className={css.formTools}>
            {may && (
              <IconButton
                icon="trash"
                label={words('delete')}
                onClick={() => {
                  void removeTask({ taskId, version: seen.version, title: seen.title })
                  onClose()
                }}
              />
            )}
            <IconButton
              icon="download"
              label={say('form.ics')}
              onClick={() => void download().catch(() => undefined)}
            />
          </span>
          {failure && <p className={form.problem}>{failure}</p>}
          <Button onClick={() => void close()}>{words(may ? 'cancel' : 'close')}</Button>
          {may && (
            <Button variant="primary" loading={busy} onClick={() => void closeBy(save)}>
              {words('save')}
            </Button>
          )}
        </>
      }
    >
      {!may && <p className={form.hint}>{say('form.readOnly', { name: calendar?.owner.name ?? '' })}</p>}
      {newest && (
        <Conflict
          title={say('conflict', { name: newest.updatedBy })}
          onTheirs={acceptNewest}
          onMine={() => void closeBy(keepMine)}
        >
          {newest.title}
          {newestDue !== null && ` · ${dueText(newestDue, newest.allDay, saying, now, say)}`}
        </Conflict>
      )}
      <form
        ref={fields}
        onSubmit={(event) => {
          event.preventDefault()
          void closeBy(save)
        }}
        onKeyDown={(event) => {
          // Enter applies a day that was written; it must not save the form with the day before it.
          const field = event.target
          if (event.key === 'Enter' && field instanceof HTMLInputElement && field.closest('[data-days]')) {
            event.preventDefault()
          }
        }}
      >
        <fieldset className={form.said} disabled={!may}>
          <TextField
            label={say('form.title')}
            required
            large
            data-autofocus=""
            value={draft.title}
            onChange={(title) => set({ title })}
            error={error('title-required', 'title-too-long')}
            autoComplete="off"
          />
          <Checkbox label={say('form.done')} checked={draft.done} onChange={(done) => set({ done })} />
          <div className={form.pair} data-days="">
            <DayField
              label={say('form.dueDay')}
              value={draft.dueDay || undefined}
              onChange={(dueDay = '') => set({ dueDay, ...(dueDay === '' ? { dueTime: '', repeat: null } : {}) })}
              error={error('day', 'repeat-without-due')}
            />
            <TimeField
              label={say('form.dueTime')}
              saying={saying}
              value={draft.dueTime}
              onChange={(dueTime) => set({ dueTime })}
              error={error('time')}
            />
          </div>
          {draft.dueDay !== '' && (
            <>
              <RepeatField
                value={draft.repeat ?? null}
                day={dayOfIso(draft.dueDay) ?? dayOf(now)}
                lunar={lunar}
                onChange={(repeat) => set({ repeat })}
              />
              <Select
                label={say('form.reminder')}
                value={draft.reminder}
                options={[...new Set([...REMINDERS, draft.reminder])]
                  .toSorted((a, b) => a - b)
                  .map((value) => ({ value, label: reminderWords(value, say) }))}
                onChange={(reminder) => set({ reminder })}
              />
            </>
          )}
          <div className={form.pair} data-days="">
            <DayField
              label={say('form.startDay')}
              value={draft.startDay || undefined}
              onChange={(startDay = '') => set({ startDay, ...(startDay === '' ? { startTime: '' } : {}) })}
              error={error('starts-after')}
            />
            {draft.dueTime !== '' && draft.startDay !== '' && (
              <TimeField
                label={say('form.startTime')}
                saying={saying}
                value={draft.startTime}
                onChange={(startTime) => set({ startTime })}
              />
            )}
          </div>
          {draft.dueTime !== '' && (
            <Select
              label={say('form.zone')}
              value={draft.zone}
              options={[...new Set([draft.zone, saying.zone, ...ZONES])].map((value) => ({
                value,
                label: value.replaceAll('_', ' '),
              }))}
              onChange={(zone) => set({ zone })}
            />
          )}
          <div className={form.pair}>
            <Select
              label={say('form.priority')}
              value={nearest(draft.priority)}
              options={PRIORITIES.map((value) => ({ value, label: say(`priority.${value}`) }))}
              onChange={(priority) => set({ priority })}
            />
            {!draft.done && (
              <Select
                label={say('form.percent')}
                value={draft.percent}
                options={[...new Set([...PERCENTS, draft.percent])]
                  .toSorted((a, b) => a - b)
                  .map((value) => ({ value, label: `${value}%` }))}
                onChange={(percent) => set({ percent })}
              />
            )}
          </div>
          <div className={form.pair}>
            <TextField
              label={say('form.category')}
              value={draft.categories}
              onChange={(categories) => set({ categories })}
            />
            <Select
              label={say('form.calendar')}
              value={draft.calendarId}
              options={(may ? writable : calendars).map(({ calendarId, name }) => ({ value: calendarId, label: name }))}
              onChange={(calendarId) => set({ calendarId })}
            />
          </div>
          <TextArea
            label={say('form.description')}
            rows={3}
            value={draft.description}
            onChange={(description) => set({ description })}
            error={error('text-too-long')}
          />
          <Checkbox
            label={say('form.private')}
            hint={say('form.privateHint')}
            checked={draft.private}
            onChange={(on) => set({ private: on })}
          />
        </fieldset>
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  )
}

/** The nearest of the four priorities of the form; programs write others between them. */
const nearest = (priority: number): (typeof PRIORITIES)[number] =>
  priority === 0 ? 0 : priority < 5 ? 1 : priority === 5 ? 5 : 9
