import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { askForDataStep, type DataStep, dataStepsJob } from './dataSteps.ts'
import { jobsOf } from './index.ts'

test.each(engines)(
  'given a data step that is ended in the middle, then the next run goes on from the rows that are left, on %s',
  async (engine) => {
    const server = await startTestServer({ engine, still: true, failing: true })
    const { context } = server
    const { db } = context.store
    await db
      .insertInto('throttle')
      .values(Array.from({ length: 5 }, (_, at) => ({ scope: `old ${at}`, count: 0, expires_at: 1 })))
      .execute()
    const changed: number[] = []
    let failsAt = 2
    const step: DataStep = {
      name: '0150_counted',
      left: async (of) => (await of.selectFrom('throttle').select('scope').where('count', '=', 0).execute()).length,
      change: async (trx) => {
        if (changed.length === failsAt) throw new Error('the machine is switched off')
        const some = await trx.selectFrom('throttle').select('scope').where('count', '=', 0).limit(2).execute()
        if (some.length === 0) return 0
        const scopes = some.map(({ scope }) => scope)
        await trx.updateTable('throttle').set({ count: 1 }).where('scope', 'in', scopes).execute()
        changed.push(some.length)
        return some.length
      },
    }
    const runDue = () => jobsOf(context).runDue([dataStepsJob([step])])
    const jobs = () => db.selectFrom('job').select(['key', 'failed_at']).where('kind', '=', 'store.data-step').execute()
    await db.transaction().execute(async (trx) => {
      // Asked for twice, it is done once.
      await askForDataStep(trx as never, step.name)
      await askForDataStep(trx as never, step.name)
      await askForDataStep(trx as never, 'of a newer version')
    })
    await runDue()
    expect(changed).toEqual([2, 2])
    failsAt = -1
    server.wait(2 * 60_000)
    await runDue()
    expect(changed).toEqual([2, 2, 1])
    expect(await step.left(db)).toBe(0)
    expect(await jobs()).toEqual([{ key: 'of a newer version', failed_at: null }])
    expect(await sql`select 1 from throttle where count = 0`.execute(db)).toMatchObject({ rows: [] })
    server.problems.length = 0
    await server.stop()
  },
)
