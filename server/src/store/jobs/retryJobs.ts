import type { SelectQueryBuilder } from 'kysely'
import type { Context } from '../context/context.ts'
import type { Schema } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { kindsWithJobs } from './listJobs.ts'
import { wakeRunner } from './wake.ts'

const ROWS_AT_ONCE = 500

/** Which jobs: one by its id, or all that have failed, of one kind or of all. */
export type RetryTarget = { readonly id: number } | { readonly kind?: string | undefined }

/** Makes jobs due now, with all their attempts before them; one that is being done stays as it is. Answers how many. */
export async function retryJobs(
  context: Pick<Context, 'store' | 'runtime' | 'now'>,
  target: RetryTarget,
): Promise<number> {
  let retried = 0
  if ('id' in target) {
    retried = await makeDue(context, (jobs) => jobs.where('id', '=', target.id).where('claim', 'is', null))
  } else {
    for (const kind of target.kind === undefined ? await kindsWithJobs(context) : [target.kind]) {
      const failed = (jobs: Jobs) =>
        jobs.where('kind', '=', kind).where('failed_at', 'is not', null).orderBy('failed_at')
      for (let some = ROWS_AT_ONCE; some === ROWS_AT_ONCE; retried += some) some = await makeDue(context, failed)
    }
  }
  wakeRunner(context, context.now())
  return retried
}

type Jobs = SelectQueryBuilder<Schema, 'job', { id: number }>

async function makeDue({ store, now }: Pick<Context, 'store' | 'now'>, choose: (jobs: Jobs) => Jobs): Promise<number> {
  const at = now()
  const rows = await transact({ store, now }, (trx) =>
    trx
      .updateTable('job')
      .set({ run_at: at, attempts: 0, failed_at: null, created_at: at })
      .where('id', 'in', choose(trx.selectFrom('job').select('id')).limit(ROWS_AT_ONCE))
      .returning('id')
      .execute(),
  )
  return rows.length
}
