import type { EventRepeat } from '@yanshu/contracts'
import { DAY_MS } from '@yanshu/contracts/days'
import { parseQuickAdd } from '../quick-add/parseQuickAdd.ts'

/** What one line has of a task. Times are on the clock on the wall. */
export interface QuickTask {
  readonly title: string
  /** null when no day and no time are named. */
  readonly dueWall: number | null
  readonly allDay: boolean
  readonly repeat: EventRepeat | null
}

interface TaskContext {
  /** The clock on the wall now. */
  readonly now: number
  /** Minutes after midnight at which people stop working. */
  readonly workEnd: number
}

/** A day that no line can name: when the result still has it, the line has named no day. */
const UNSAID = -1_000_000

/** `by Friday`, `before 5pm`, `due tomorrow`: the word before a date means only that it is a due date. */
const BEFORE_DATE =
  /\b(?:by|before|due(?: on| by)?|until|no later than)\s+(?=(?:the )?(?:end of|next |this |on )?(?:sun|mon|tue|wed|thu|fri|sat|today|tomorrow|tonight|noon|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\d))/gi
/** `前` after a date, unless it begins a word such as 前端. */
const LEADING =
  /^(?:之前|以前|前|截止|到期)(?!端|台|期|后|景|提(?!交|供|出|醒|取)|往|锋|列|面|言|沿|者|线|任|瞻|置|缀)\s*[,，:：]?\s*/
const TRAILING = /\s*(?:之前|以前|截止|到期|\s前)$/

/**
 * Understands one line as a task: `周五前交报告`, `submit report by Friday`. Dates and repetitions are those of the line of
 * events; people, places and lengths stay in the title. null where nothing is left to call it by.
 */
export function parseTask(text: string, { now, workEnd }: TaskContext): QuickTask | null {
  const end = `${Math.floor(workEnd / 60)}:${`${workEnd % 60}`.padStart(2, '0')}`
  const line = text
    .replace(/下班(?:之)?前|\b(?:by )?(?:the )?end of (?:the )?(?:work)?day\b/i, ` ${end} `)
    .replace(BEFORE_DATE, '')
  const said = parseQuickAdd(line, { now, length: 0, day: UNSAID, timeOnly: true })
  if (!said) return null
  const hasDay = Math.floor(said.startWall / DAY_MS) !== UNSAID
  const dated = hasDay || !said.allDay || said.repeat !== null
  // Without a day, an hour means today or tomorrow, and a repetition begins today.
  const found = hasDay || !dated ? said : parseQuickAdd(line, { now, length: 0, timeOnly: true })
  if (!found) return null
  const title = dated ? found.title.replace(LEADING, '').replace(TRAILING, '').trim() : text.trim()
  if (title === '') return null
  return { title, dueWall: dated ? found.startWall : null, allDay: found.allDay, repeat: found.repeat }
}
