import { expect, test } from 'vitest'
import { jobKinds } from './jobKinds.ts'
import { transact } from './store/database/transact.ts'
import { dropJobs } from './store/jobs/dropJobs.ts'
import { enqueue } from './store/jobs/index.ts'
import { engines } from './testing/testDatabase.ts'
import { startTestServer } from './testing/testServer.ts'

const DAY = 86_400_000

test.each(engines)('given work of every kind that is dropped, then it is gone with its job, on %s', async (engine) => {
  const server = await startTestServer({ engine, still: true })
  const { context } = server
  const { db } = context.store
  const id = await server.addUser('zhang.wei')
  const zhang = await server.as(id)
  const calendarId = (await zhang.get('calendar/list')).calendars[0]?.calendarId ?? 0
  const start = context.now() + DAY
  const event = {
    calendarId,
    title: '会',
    allDay: false,
    start,
    end: start + DAY / 24,
    zone: 'Asia/Shanghai',
    reminders: [5],
  }
  const { eventId } = await zhang.post('calendar/event/save', { event })
  const { taskId } = await zhang.post('calendar/task/save', {
    task: { calendarId, title: '事', allDay: false, due: start, zone: 'Asia/Shanghai', reminders: [5] },
  })
  const at = context.now()
  const row = { account_id: id, address: '' }
  const effect = await db
    .insertInto('delivery_effect')
    .values({ ...row, mail_id: null, step: 'x', data: '{}', created_at: at, retry_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('invitation_arrival')
    .values({ ...row, mail_id: null, blob_hash: 'x', sender: '', own: 0, retry_at: at })
    .execute()
  await db
    .insertInto('invitation_due')
    .values({ account_id: id, uid: 'x', due_at: at, changes: 1, known_rows: '[]' })
    .execute()
  await db
    .insertInto('archive_job')
    .values({ id: 'x', account_id: id, state: 'waiting', open_folders: '[]', created_at: at, claimed_until: 0 })
    .execute()
  await db.deleteFrom('job').execute()
  const keys = {
    'calendar.arrivals': id,
    'calendar.invitations': id,
    'calendar.reminder': eventId,
    'calendar.task-reminder': taskId,
    'delivery.effect': effect.id,
    'export.archive': 'x',
  }
  for (const [kind, key] of Object.entries(keys)) {
    await transact(context, (trx) => enqueue(trx, context, kind, [{ key: `${key}` }]))
  }
  const jobs = await db.selectFrom('job').select('id').execute()
  const kinds = [...jobKinds, server.steps.effects.job]
  const ids = jobs.map((job) => job.id)
  expect(await dropJobs(context, kinds, ids)).toBe(Object.keys(keys).length)
  expect(await db.selectFrom('job').select('kind').execute()).toEqual([])
  const tables = ['delivery_effect', 'invitation_arrival', 'invitation_due', 'archive_job', 'reminder', 'task_reminder']
  for (const table of tables as ('reminder' | 'archive_job')[]) {
    expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
  }
  await server.stop()
})
