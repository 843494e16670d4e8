import { expect, test } from 'vitest'
import { jobKinds } from './jobKinds.ts'
import { transact } from './store/database/transact.ts'
import { dropJobs } from './store/jobs/dropJobs.ts'
import { enqueue, jobsOf } from './store/jobs/index.ts'
import { upkeepOf } from './store/jobs/upkeep.ts'
import { engines } from './testing/testDatabase.ts'
import { startTestServer } from './testing/testServer.ts'

const DAY = 86_400_000

test.each(engines)(
  'given work of a server that knows no jobs, then each gets its job, and one that is dropped does not come back, on %s',
  async (engine) => {
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
    await zhang.post('calendar/event/save', { event })
    await zhang.post('calendar/task/save', {
      task: { calendarId, title: '事', allDay: false, due: start, zone: 'Asia/Shanghai', reminders: [5] },
    })
    const at = context.now()
    const row = { account_id: id, address: '' }
    await db
      .insertInto('delivery_effect')
      .values({ ...row, mail_id: null, step: 'x', data: '{}', created_at: at, retry_at: at })
      .execute()
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
    await db
      .insertInto('calendar_subscription')
      .values({ calendar_id: calendarId, url: '', next_at: at, fetched_at: null })
      .execute()
    await db.deleteFrom('job').execute()
    server.wait(2 * DAY)

    const kinds = [...jobKinds, server.steps.effects.job]
    const upkeep = upkeepOf(kinds)
    const jobs = () =>
      db.selectFrom('job').select(['id', 'kind', 'key']).where('kind', '<>', upkeep.name).orderBy('kind').execute()
    await transact(context, (trx) => enqueue(trx, context, upkeep.name, [{ key: 'all' }]))
    await jobsOf(context).runDue([upkeep])
    const found = await jobs()
    expect(found.map(({ kind }) => kind)).toEqual([
      'calendar.arrivals',
      'calendar.invitations',
      'calendar.reminder',
      'calendar.subscription',
      'calendar.task-reminder',
      'delivery.effect',
      'export.archive',
    ])
    const ids = found.map((job) => job.id)
    expect(await dropJobs(context, kinds, ids)).toBe(ids.length)
    server.wait(DAY)
    await jobsOf(context).runDue([upkeep])
    expect(await jobs()).toEqual([])
    await server.stop()
  },
)
