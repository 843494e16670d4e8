import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobKinds } from '../jobKinds.ts'
import { transact } from '../store/database/transact.ts'
import { dropJobs } from '../store/jobs/dropJobs.ts'
import { enqueue, jobsOf } from '../store/jobs/index.ts'
import { listJobs } from '../store/jobs/listJobs.ts'
import { retryJobs } from '../store/jobs/retryJobs.ts'
import { startTestServer, type TestServer } from '../testing/testServer.ts'
import { runYanshuHere } from '../testing/yanshuCommand.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ engine: 'sqlite', still: true, failing: true })
})
afterAll(() => server.stop())

const yanshu = (...args: string[]) => runYanshuHere(server.context.config, args)

test('an operator lists what has failed and is due, tries it again, and drops it with what it was about', async () => {
  const { context } = server
  const { db } = context.store
  const id = await server.addUser('zhang.wei')
  await db
    .insertInto('archive_job')
    .values({ id: 'one', account_id: id, state: 'waiting', open_folders: '[]', created_at: 1, claimed_until: 0 })
    .execute()
  await transact(context, async (trx) => {
    await enqueue(trx, context, 'export.archive', [{ key: 'one' }])
    await enqueue(trx, context, 'calendar.reminder', [{ key: '7', at: context.now() + 86_400_000 }])
    await enqueue(trx, context, 'of.another-version', [{ key: 'x' }])
    await enqueue(trx, context, 'store.sweep', [{ key: 'all' }])
  })
  await jobsOf(context).runDue([
    {
      name: 'export.archive',
      atOnce: 1,
      limitMs: 1_000,
      retryAt: () => null,
      run: async () => Promise.reject(new Error('the bucket https://s3.example/a?key=secret is full')),
    },
  ])
  const { out } = await yanshu('job', 'list')
  const lines = out.trim().split('\n')
  expect(lines[0]).toMatch(/^\d+\texport\.archive\tone\tfailed \S+\t1 attempts\t\tError: the bucket … is full$/)
  expect(lines.slice(1).join()).toMatch(/of\.another-version\tx\tdue for 0 min/)
  expect(out).not.toMatch(/calendar\.reminder|secret/)
  const later = await listJobs(context, { kind: 'calendar.reminder', later: true, limit: 5 })
  expect(later.map(({ key }) => key)).toEqual(['7'])

  expect(await retryJobs(context, { kind: 'store.sweep' })).toBe(0)
  expect((await yanshu('job', 'retry', '--failed')).out).toMatch(/^1 jobs are due now/)
  const jobs = await db.selectFrom('job').select(['id', 'key', 'attempts', 'failed_at']).execute()
  const idOf = (key: string) => jobs.find((job) => job.key === key)?.id ?? 0
  expect(jobs.find(({ key }) => key === 'one')).toMatchObject({ attempts: 0, failed_at: null })
  expect(await retryJobs(context, { id: idOf('7') })).toBe(1)
  expect((await yanshu('job', 'drop', `${idOf('one')}`)).out).toBe('Dropped\n')
  expect(await db.selectFrom('archive_job').select('id').execute()).toEqual([])
  // It is gone; and what runs again and again would be asked for at the next start.
  expect(await dropJobs(context, jobKinds, [idOf('one'), idOf('all')])).toBe(0)
})
