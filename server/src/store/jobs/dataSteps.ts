import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/open.ts'
import { type Trx, transact } from '../database/transact.ts'
import type { JobKind } from './job.ts'

/**
 * Work on rows that a step of the schema leaves to the servers, so that the step is short. It is done while they answer, by
 * one of them, some rows in each transaction. It can be ended at any moment and goes on from the rows that are left; how far
 * it is stands in the progress of its job (`yanshu job list`).
 *
 * @example
 * const lowerCaseAddresses: DataStep = {
 *   name: '0160_lower_case_addresses',
 *   left: (db) => countOf(db.selectFrom('alias').where('address', '<>', lower('address'))),
 *   change: (trx) => lowerSome(trx, 500),
 * }
 */
export interface DataStep {
  /** The step of the schema that asks for it by `askForDataStep`. */
  readonly name: string
  /** How many rows still need it. */
  readonly left: (db: Database) => Promise<number>
  /** Changes some of them, in a transaction of some milliseconds. Answers how many; 0 when none is left. */
  readonly change: (trx: Trx) => Promise<number>
}

/** The data steps since the baseline. One stands here for as long as a store may be upgraded from before it. */
const DATA_STEPS: readonly DataStep[] = []

const KIND = 'store.data-step'
const LIMIT_MS = 10 * 60_000
/** After so long a run ends and the next one goes on, so that other servers can take it over. */
const RUN_MS = 60_000
const RETRY_MS = 60_000
/** How long others have the store for themselves after a transaction, as a multiple of its duration. */
const PAUSE = 2

/** Asks for a data step, in the step of the schema that is called like it. */
export const askForDataStep = (db: Kysely<unknown>, name: string): Promise<unknown> =>
  sql`insert into job (kind, key, run_at, created_at) values (${KIND}, ${name}, 0, ${Date.now()})
    on conflict (kind, key) do nothing`.execute(db)

/** Does what was asked for by `askForDataStep`. */
export const dataStepsJob = (steps: readonly DataStep[] = DATA_STEPS): JobKind => ({
  name: KIND,
  atOnce: 1,
  limitMs: LIMIT_MS,
  retryAt: (_attempts, _createdAt, now) => now + RETRY_MS,
  async run(context, job) {
    const step = steps.find(({ name }) => name === job.key)
    // Of a newer version beside this one, which does it.
    if (!step) return { at: context.now() + RETRY_MS }
    const total = await step.left(context.store.db)
    const began = performance.now()
    context.log.info({ step: step.name, rows: total }, 'rows are brought up to date')
    for (let done = 0; ; ) {
      const at = performance.now()
      const changed = await transact(context, async (trx) => {
        await job.hold(trx)
        return step.change(trx)
      })
      if (changed === 0) break
      done += changed
      job.say(done, Math.max(done, total))
      if (performance.now() - began > RUN_MS) return { at: context.now() }
      await wait((performance.now() - at) * PAUSE, undefined, { signal: job.signal })
    }
    context.log.info({ step: step.name }, 'all rows are up to date')
    return undefined
  },
})
