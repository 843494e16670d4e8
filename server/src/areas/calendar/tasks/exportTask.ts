import { holidaysOf } from '../../../calendar-model/chinese/holidays.ts'
import type { Context } from '../../../store/context/context.ts'
import type { Asking } from '../../calendar-store/index.ts'
import { readableTask } from './listTasks.ts'

/** A task as a file, for an account that may read it. Throws `TaskNotFoundError`. */
export async function taskFile(context: Context, asking: Asking, taskId: number) {
  const { row } = await readableTask(context, asking, taskId)
  const [{ icsFileName, writeIcs }, { taskParts }] = await Promise.all([
    import('../../../calendar-model/ics/writeIcs.ts'),
    import('../../../calendar-model/ics/writeTasks.ts'),
  ])
  const options = { holidays: holidaysOf(context), now: context.now() }
  return { fileName: icsFileName(row.title), ics: writeIcs([], { ...options, others: taskParts([row], options) }) }
}
