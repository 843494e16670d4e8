import type { SessionActor } from '../../../platform/actor/actor.ts'
import { route } from '../../../platform/http/route.ts'
import { requireSwitch } from '../../../store/switches/switches.ts'
import type { AddRoutes } from '../../addRoutes.ts'
import { taskFile } from './exportTask.ts'
import { listTasks, readTask, taskChanges } from './listTasks.ts'
import { createTask, deleteTask, moveTask, tickTask, updateTask } from './tasks.service.ts'
import { undoTask } from './undoTask.ts'

/** The calls of tasks, which stand in calendars. */
export const taskRoutes: AddRoutes = (app, context) => {
  const on = ({ accountId }: SessionActor) => requireSwitch(context, accountId, 'calendarEnable')

  route(app, 'GET', 'calendar/task/list', async ({ caller }) => {
    await on(caller)
    return listTasks(context, caller)
  })
  route(app, 'POST', 'calendar/task/changes', async ({ caller, body }) => {
    await on(caller)
    return taskChanges(context, caller, body.tokens)
  })
  route(app, 'GET', 'calendar/task/get', async ({ caller, query }) => {
    await on(caller)
    return readTask(context, caller, query.taskId)
  })
  route(app, 'POST', 'calendar/task/save', async ({ caller, body: { target, task } }) => {
    await on(caller)
    return target ? updateTask(context, caller, target, task) : createTask(context, caller, task)
  })
  route(app, 'POST', 'calendar/task/done', async ({ caller, body }) => {
    await on(caller)
    return tickTask(context, caller, body, body.done)
  })
  route(app, 'POST', 'calendar/task/move', async ({ caller, body }) => {
    await on(caller)
    return moveTask(context, caller, body, body)
  })
  route(app, 'POST', 'calendar/task/delete', async ({ caller, body }) => {
    await on(caller)
    return deleteTask(context, caller, body)
  })
  route(app, 'POST', 'calendar/task/undo', async ({ caller, body }) => {
    await on(caller)
    await undoTask(context, caller, body.undo)
    return {}
  })
  route(app, 'POST', 'calendar/task/createIcs', async ({ caller, body }) => {
    await on(caller)
    return taskFile(context, caller, body.taskId)
  })
}
