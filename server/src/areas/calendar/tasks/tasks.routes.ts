import { route } from '../../../platform/http/route.ts'
import type { AddRoutes } from '../../addRoutes.ts'
import { taskFile } from './exportTask.ts'
import { listTasks, readTask, taskChanges } from './listTasks.ts'
import { createTask, deleteTask, moveTask, tickTask, updateTask } from './tasks.service.ts'
import { undoTask } from './undoTask.ts'

/** The calls of tasks, which stand in calendars. */
export const taskRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'calendar/task/list', ({ caller }) => listTasks(context, caller))
  route(app, 'POST', 'calendar/task/changes', ({ caller, body }) => taskChanges(context, caller, body.tokens))
  route(app, 'GET', 'calendar/task/get', ({ caller, query }) => readTask(context, caller, query.taskId))
  route(app, 'POST', 'calendar/task/save', ({ caller, body: { target, task } }) =>
    target ? updateTask(context, caller, target, task) : createTask(context, caller, task),
  )
  route(app, 'POST', 'calendar/task/done', ({ caller, body }) => tickTask(context, caller, body, body.done))
  route(app, 'POST', 'calendar/task/move', ({ caller, body }) => moveTask(context, caller, body, body))
  route(app, 'POST', 'calendar/task/delete', ({ caller, body }) => deleteTask(context, caller, body))
  route(app, 'POST', 'calendar/task/undo', async ({ caller, body }) => {
    await undoTask(context, caller, body.undo)
    return {}
  })
  route(app, 'POST', 'calendar/task/createIcs', ({ caller, body }) => taskFile(context, caller, body.taskId))
}
