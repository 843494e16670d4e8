import type { CalendarEntry, CalendarSettings, TaskInput } from '@yanshu/contracts'
import { instantOf } from '@yanshu/contracts'
import { useLanguage } from '@yanshu/shell-api'
import { Icon, isComposing } from '@yanshu/ui'
import { useDeferredValue, useId, useState } from 'react'
import { sentenceOf } from '../model/rule.ts'
import type { Saying } from '../model/words.ts'
import { useWords } from '../useWords.ts'
import { parseTask } from './parseTask.ts'
import { mayChange, saveTask } from './taskData.ts'
import { dueText } from './taskModel.ts'
import css from './tasks.module.css'
import { useTaskWords } from './words.ts'

export interface TaskQuickAddProps {
  calendars: readonly CalendarEntry[]
  settings: CalendarSettings
  saying: Saying & { readonly zone: string }
  now: number
}

/** One line that becomes a task. Enter adds it, and never while an input method composes. */
export function TaskQuickAdd({ calendars, settings, saying, now }: TaskQuickAddProps) {
  const say = useTaskWords()
  const words = useWords()
  const language = useLanguage()
  const id = useId()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const read = useDeferredValue(text)
  const context = { now, workEnd: settings.workEnd }
  const task = read.trim() ? parseTask(read, context) : null
  const calendarId = calendars.find((one) => one.level === 'own' && mayChange(one))?.calendarId
  const add = async () => {
    const made = parseTask(text, context)
    if (!made || busy || calendarId === undefined) return
    setBusy(true)
    const { title, dueWall, allDay, repeat } = made
    const due = dueWall === null || allDay ? dueWall : instantOf(saying.zone, dueWall)
    const input: TaskInput = {
      calendarId,
      title,
      due,
      // Without a date it would be a task of no day with a clock.
      allDay: allDay || due === null,
      zone: saying.zone,
      repeat,
      reminders: due !== null && !allDay && settings.reminder >= 0 ? [settings.reminder] : [],
    }
    try {
      await saveTask(input, null)
      setText('')
    } catch {
      // The shell has shown why; what was typed stays.
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={css.quick}>
      <Icon name="plus" size={16} />
      <input
        className={css.input}
        value={text}
        aria-label={say('quick.label')}
        aria-describedby={task ? id : undefined}
        placeholder={say('quick.placeholder')}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(key) => {
          if (isComposing(key)) return
          if (key.key === 'Enter') {
            key.preventDefault()
            void add()
          }
          if (key.key === 'Escape' && text) {
            key.stopPropagation()
            setText('')
          }
        }}
      />
      {task && (
        <p id={id} className={css.preview} aria-live="polite">
          <strong>{task.title}</strong>
          <span>
            {task.dueWall === null
              ? say('quick.noDate')
              : `${say('quick.due')} ${dueText(task.dueWall, task.allDay, saying, now, say)}`}
          </span>
          {task.repeat && <span>{sentenceOf(task.repeat, language, words)}</span>}
          <kbd>Enter</kbd>
        </p>
      )}
    </div>
  )
}
