import type { CalendarEntry, CalendarSettings, TaskInput } from '@yanshu/contracts'
import { instantOf } from '@yanshu/contracts'
import { useLanguage } from '@yanshu/shell-api'
import { mayChange } from '../model/rights.ts'
import { sentenceOf } from '../model/rule.ts'
import type { Saying } from '../model/words.ts'
import { QuickLine } from '../quick-add/QuickLine.tsx'
import { useWords } from '../useWords.ts'
import { parseTask, type QuickTask } from './parseTask.ts'
import { saveTask } from './taskData.ts'
import { dueText } from './taskModel.ts'
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
  const calendarId = calendars.find((one) => one.level === 'own' && mayChange(one))?.calendarId
  const add = async ({ title, dueWall, allDay, repeat }: QuickTask) => {
    if (calendarId === undefined) return
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
    await saveTask(input, null)
  }
  return (
    <QuickLine
      label={say('quick.label')}
      placeholder={say('quick.placeholder')}
      read={(text) => (calendarId === undefined ? null : parseTask(text, { now, workEnd: settings.workEnd }))}
      add={add}
      preview={(task) => (
        <>
          <strong>{task.title}</strong>
          <span>
            {task.dueWall === null
              ? say('quick.noDate')
              : `${say('quick.due')} ${dueText(task.dueWall, task.allDay, saying, now, say)}`}
          </span>
          {task.repeat && <span>{sentenceOf(task.repeat, language, words)}</span>}
        </>
      )}
    />
  )
}
