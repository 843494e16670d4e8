import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRuntime } from '../../platform/runtime/runtime.ts'
import { countingJob } from '../../testing/countingJob.ts'
import { killBeforeWrite } from '../../testing/killBeforeWrite.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { type OpenedContext, openContext } from '../context/openContext.ts'
import { transact } from '../database/transact.ts'
import { LEASE_MS, noteOfError } from './claims.ts'
import { dropJobs } from './dropJobs.ts'
import { enqueue } from './enqueue.ts'
import type { Job, JobKind } from './job.ts'
import { JobClaimLostError } from './job.ts'
import { type JobRunner, jobsOf } from './runner.ts'
import { upkeepOf } from './upkeep.ts'

const MINUTE = 60_000
const never = () => new Promise<never>(() => {})

/** A kind of the test; what its jobs do is handed in. */
const kindOf = (run: JobKind['run'], more: Partial<JobKind> = {}): JobKind => ({
  name: 'test',
  atOnce: 4,
  limitMs: MINUTE,
  retryAt: (attempts, _createdAt, now) => (attempts < 3 ? now + MINUTE * attempts : null),
  run,
  ...more,
})

/** Something that a test opens when it wants to. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}

test('a note has nothing of a mail, a person or an address in it', () => {
  const error = Object.assign(
    new Error('no answer of https://u:p@x.example/secret?k=1 for li.na@x.example, “工资”\n"a b"'),
    {
      code: 'ETIMEDOUT',
    },
  )
  expect(noteOfError(error)).toBe('Error ETIMEDOUT: no answer of … for … … …')
  expect(noteOfError('x')).toBe('failed')
})

describe.each(engines)('jobs, on %s', (engine) => {
  let server: TestServer
  /** Two servers on one store. On SQLite, which has one server, they share its connection. */
  let other: OpenedContext
  let runners: readonly JobRunner[]
  beforeAll(async () => {
    server = await startTestServer({ engine, still: true, failing: true })
    other = await openOther()
    runners = [jobsOf(server.context), jobsOf(other.context)]
  })
  beforeEach(async () => {
    await server.context.store.db.deleteFrom('job').execute()
    server.problems.splice(0)
  })
  afterAll(async () => {
    await Promise.all(runners.map((runner) => runner.stop()))
    await other.close()
    await server.stop()
  })

  const openOther = async (): Promise<OpenedContext> => {
    if (engine === 'sqlite') {
      return { context: { ...server.context, runtime: createRuntime() }, close: async () => {} }
    }
    const { config, log, now } = server.context
    return openContext({ config, log, now })
  }
  const ask = (keys: readonly string[], kind = 'test', at?: number) =>
    transact(server.context, (trx) =>
      enqueue(
        trx,
        server.context,
        kind,
        keys.map((key) => (at === undefined ? { key } : { key, at })),
      ),
    )
  const rows = () => server.context.store.db.selectFrom('job').selectAll().orderBy('key').execute()
  const runOn = (which: number, ...kinds: JobKind[]) => (runners[which] as JobRunner).runDue(kinds)

  test('what a transaction asks for is done once it is committed, and never when it is not', async () => {
    const done: string[] = []
    const kind = kindOf(async (_context, { key }) => void done.push(key))
    await expect(
      transact(server.context, async (trx) => {
        await enqueue(trx, server.context, 'test', [{ key: 'never' }])
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await ask(['a', 'b', 'a'])
    await ask(['later'], 'test', server.context.now() + MINUTE)
    await ask(['other'], 'a kind that this version does not know')
    await runOn(0, kind)
    expect(done.toSorted()).toEqual(['a', 'b'])
    server.wait(MINUTE)
    await runOn(0, kind)
    expect(done.at(-1)).toBe('later')
    expect((await rows()).map(({ key }) => key)).toEqual(['other'])
  })

  test('two servers never run one key at once, and each change that was asked for is seen by a run after it', async () => {
    const keys = ['a', 'b', 'c']
    const inside = new Map<string, number>()
    const wanted = new Map<string, number>()
    const seen = new Map<string, number>()
    let most = 0
    const kind = kindOf(async (_context, { key }) => {
      const now = (inside.get(key) ?? 0) + 1
      inside.set(key, now)
      most = Math.max(most, now)
      const there = wanted.get(key) ?? 0
      await server.context.store.db.selectFrom('job').select('id').execute()
      seen.set(key, there)
      inside.set(key, now - 1)
    })
    for (let round = 1; round <= 12; round++) {
      for (const key of keys) wanted.set(key, round)
      await ask(keys)
      await Promise.all([runOn(0, kind), runOn(1, kind), ask(keys)])
    }
    await runOn(0, kind)
    expect(most).toBe(1)
    expect([...seen.values()]).toEqual([12, 12, 12])
    expect(await rows()).toEqual([])
  })

  test('a key that is asked for while it runs runs once more', async () => {
    const [began, goOn] = [gate(), gate()]
    let runs = 0
    const kind = kindOf(async () => {
      runs += 1
      began.open()
      if (runs === 1) await goOn.opened
      return undefined
    })
    await ask(['a'])
    const running = runOn(0, kind)
    await began.opened
    await ask(['a'])
    // The other server does not begin it meanwhile.
    await runOn(1, kind)
    expect(runs).toBe(1)
    goOn.open()
    await running
    expect(runs).toBe(2)
    expect(await rows()).toEqual([])
  })

  test('what fails is tried again later and later, stays with its note, stops nothing else, and begins anew when asked for', async () => {
    const tries: [string, number][] = []
    const failed: string[] = []
    const kind = kindOf(
      async (_context, { key, attempt }) => {
        tries.push([key, attempt])
        if (key === 'bad') throw new Error('“绝密” cannot be read')
        return undefined
      },
      { onFailed: async (_trx, _context, key) => void failed.push(key) },
    )
    await ask(['bad', 'good'])
    await runOn(0, kind)
    await runOn(1, kind)
    expect(tries.toSorted()).toEqual([
      ['bad', 1],
      ['good', 1],
    ])
    server.wait(MINUTE)
    await runOn(1, kind)
    server.wait(MINUTE)
    await runOn(1, kind)
    expect(tries.at(-1)).toEqual(['bad', 2])
    server.wait(MINUTE)
    await runOn(1, kind)
    expect([tries.at(-1), failed]).toEqual([['bad', 3], ['bad']])
    server.wait(60 * MINUTE)
    await runOn(0, kind)
    expect(tries).toHaveLength(4)
    expect(await rows()).toMatchObject([{ key: 'bad', attempts: 3, note: 'Error: … cannot be read', claim: null }])
    expect((await rows())[0]?.failed_at).not.toBeNull()
    await ask(['bad'])
    await runOn(0, kind)
    expect(tries.at(-1)).toEqual(['bad', 1])
  })

  test('one that hangs keeps no other kind waiting, is aborted when its time is over, and gives its place away', async () => {
    const aborted: string[] = []
    const hanging = kindOf(
      (_context, { key, signal }) =>
        new Promise<never>((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted.push(key)
            // One of them is not notified.
            if (key !== 'deaf') reject(signal.reason)
          })
        }),
      { name: 'hanging', atOnce: 2, limitMs: 50 },
    )
    const done: string[] = []
    const quick = kindOf(async (_context, { key }) => void done.push(key), { name: 'quick' })
    await ask(['deaf', '1', '2', '3'], 'hanging')
    await ask(['a', 'b'], 'quick')
    const hangs = runOn(0, hanging)
    await runOn(0, quick)
    expect(done.toSorted()).toEqual(['a', 'b'])
    await hangs
    expect(aborted.toSorted()).toEqual(['1', '2', '3', 'deaf'])
    expect((await rows()).map(({ attempts, claim, note }) => [attempts, claim, note])).toEqual(
      Array(4).fill([1, null, 'JobTooSlowError: it took longer than 0 seconds']),
    )
  })

  test('the job of a server that was killed is done by another when its claim ends, and the first one changes nothing more', async () => {
    const began = gate()
    const goOn = gate()
    const results: string[] = []
    const write = async (name: string, job: Job) => {
      await transact(server.context, async (trx) => {
        await trx.insertInto('housekeeping').values({ name, done_at: 1 }).execute()
        await job.end(trx)
      })
      results.push(name)
    }
    const stalled = kindOf(async (_context, job) => {
      began.open()
      await goOn.opened
      await write('by the first', job)
      return undefined
    })
    const next = kindOf(async (_context, job) => {
      await write('by the second', job)
      return undefined
    })
    await ask(['a'])
    const first = runOn(0, stalled)
    await began.opened
    await runOn(1, next)
    expect(results).toEqual([])
    server.wait(LEASE_MS + 1)
    await runOn(1, next)
    expect(results).toEqual(['by the second'])
    goOn.open()
    await first
    expect(results).toEqual(['by the second'])
    const kept = server.context.store.db.selectFrom('housekeeping').select('name').where('name', 'like', 'by %')
    expect(await kept.execute()).toEqual([{ name: 'by the second' }])
    expect(await rows()).toEqual([])
  })

  // Before the work, between the work and its end, and before the claim of the next job.
  test.each(engine === 'sqlite' ? [2, 3, 4] : [3])(
    'kill -9 before write %i: nothing is lost, and nothing is done twice',
    async (write) => {
      const keys = [1, 2].map((one) => `killed ${write} ${one}`)
      await ask(keys, countingJob.name)
      expect(await killBeforeWrite(server.context, countingJob, write)).toBe('SIGKILL')
      server.wait(LEASE_MS + 1_000)
      await Promise.all([runOn(0, countingJob), runOn(1, countingJob)])
      const kept = server.context.store.db.selectFrom('housekeeping').select(['name', 'done_at'])
      expect(await kept.where('name', 'in', keys).orderBy('name').execute()).toEqual(
        keys.map((name) => ({ name, done_at: 1 })),
      )
      expect(await rows()).toEqual([])
    },
  )

  test('a job that cannot end with its work is not ended at all', async () => {
    const kind = kindOf(async (context, job) => {
      await transact(context, async (trx) => {
        await job.end(trx)
        throw new Error('the work failed after all')
      })
      return undefined
    })
    await ask(['a'])
    await runOn(0, kind)
    expect(await rows()).toMatchObject([{ key: 'a', attempts: 1, claim: null }])
  })

  test('a server that stops gives back what it was doing; the attempt does not count, and another goes on', async () => {
    const third = await openOther()
    const runner = jobsOf(third.context)
    const began = gate()
    const kind = kindOf((_context, { signal, say }) => {
      say(3, 10)
      began.open()
      return new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('cut'))))
    })
    runner.register([kind])
    await runner.start()
    // The running server is notified of it at once.
    await transact(third.context, (trx) => enqueue(trx, third.context, 'test', [{ key: 'a' }]))
    await began.opened
    await runner.stop()
    await third.close()
    expect(await rows()).toMatchObject([{ key: 'a', attempts: 0, claim: null }, { kind: 'jobs.upkeep' }])
    const done: string[] = []
    await runOn(
      0,
      kindOf(async (_context, { key }) => void done.push(key)),
    )
    expect(done).toEqual(['a'])
    expect(server.problems).toEqual([])
  })

  test('a failed job goes after a month with what it was about', async () => {
    const { db } = server.context.store
    const dropped: string[] = []
    const kind = kindOf(never, { drop: async (_trx, key) => void dropped.push(key) })
    await ask(['all'], 'jobs.upkeep')
    await ask(['x'])
    await db.updateTable('job').set({ failed_at: server.context.now() }).where('key', '=', 'x').execute()
    for (const days of [29, 2]) {
      expect(dropped).toEqual([])
      server.wait(days * 24 * 60 * MINUTE)
      await runOn(0, upkeepOf([kind]))
    }
    expect(dropped).toEqual(['x'])
    // One that is being done is not dropped.
    await ask(['busy'])
    const [row] = await db.updateTable('job').set({ claim: 'c' }).where('key', '=', 'busy').returning('id').execute()
    expect(await dropJobs(server.context, [kind], [row?.id ?? 0])).toBe(0)
  })

  test('the claim of another is neither ended nor put off', async () => {
    let given: Job | null = null
    const kind = kindOf(async (_context, job) => {
      given = job
      return undefined
    })
    await ask(['a'])
    await runOn(0, kind)
    await expect(transact(server.context, (trx) => (given as unknown as Job).end(trx))).rejects.toThrow(
      JobClaimLostError,
    )
  })
})
