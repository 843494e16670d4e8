import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ApiClient } from '../bench/apiClient.ts'

type Step = <T>(title: string, work: () => T | Promise<T>) => Promise<T>

const DAY = 86_400_000

interface Around {
  /** The home folder of the programs, in which vdirsyncer keeps the calendars. */
  readonly home: string
  readonly person: ApiClient
  readonly calendarId: number
  readonly program: (name: string, parameters: readonly string[], input?: string) => string
  readonly sync: () => string
}

/** todoman reads and writes the tasks that vdirsyncer carries, and the pages' own calls see the same. */
export async function runTaskClient(step: Step, { home, person, calendarId, program, sync }: Around): Promise<void> {
  mkdirSync(path.join(home, '.config/todoman'), { recursive: true })
  writeFileSync(
    path.join(home, '.config/todoman/config.py'),
    'path = "~/calendars/*"\ndate_format = "%Y-%m-%d"\ntime_format = "%H:%M"\ncache_path = "~/todoman.sqlite3"\n',
  )
  const todos = () => JSON.parse(program('todoman', ['--porcelain', 'list', '--status', 'ANY'])) as Todo[]
  const todoNamed = (title: string): Todo => {
    const found = todos().find(({ summary }) => summary === title)
    assert.ok(found, `todoman has no task “${title}”`)
    return found
  }
  const tasks = async (title: string) =>
    (await person.get('calendar/task/list')).tasks.filter((one) => one.title === title && one.calendarId === calendarId)
  const due = Math.floor(Date.now() / DAY) * DAY + 3 * DAY

  await step('todoman lists a task of the pages, with its due date and its priority', async () => {
    const task = { calendarId, title: '网页上的任务', allDay: true, due, zone: 'Asia/Shanghai', priority: 1 }
    await person.post('calendar/task/save', { task })
    sync()
    const found = todoNamed('网页上的任务')
    assert.equal(found.priority, 1)
    assert.equal(found.completed, false)
  })
  await step('A task that todoman makes is on the pages, and done there when it is done here', async () => {
    program('todoman', [
      'new',
      '--list',
      String(calendarId),
      '--due',
      new Date(due).toISOString().slice(0, 10),
      '终端里的任务',
    ])
    // The second time it reads what the server has made of it; a change before that would be a conflict.
    sync()
    sync()
    const [made] = await tasks('终端里的任务')
    assert.ok(made && made.due !== null && made.closedAt === null)
    program('todoman', ['done', String(todoNamed('终端里的任务').id)])
    sync()
    assert.equal((await tasks('终端里的任务'))[0]?.status, 'completed')
  })
  await step('A task that is ticked off on the pages is done in todoman; one that is deleted goes', async () => {
    const [task] = await tasks('网页上的任务')
    assert.ok(task)
    const { taskId, version } = task
    const done = await person.post('calendar/task/done', { taskId, version, done: true })
    sync()
    assert.equal(todoNamed('网页上的任务').completed, true)
    await person.post('calendar/task/delete', { taskId, version: done.version })
    sync()
    assert.ok(!todos().some(({ summary }) => summary === '网页上的任务'))
  })
}

/** What `todo --porcelain` prints of a task. */
interface Todo {
  readonly id: number
  readonly summary: string
  readonly completed: boolean
  readonly priority: number
}
