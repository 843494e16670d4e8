import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Context, TransactionContext } from '../context/context.ts'
import type { JobTable } from '../database/schema.ts'
import { skipLocked } from '../database/skipLocked.ts'
import { type Trx, transact } from '../database/transact.ts'
import { type JobAgain, JobClaimLostError, type JobKind } from './job.ts'

type Parts = Pick<Context, 'store' | 'now'>

/** How long a claim holds that is not renewed: the job of a server that was killed is done by another one after this. */
export const LEASE_MS = 20_000
/** How often claims are renewed, by the machine's clock. */
export const RENEW_EVERY_MS = 5_000

/** A job that this process has claimed. `claim` stands in its row for as long as the claim holds. */
export interface ClaimedJob {
  readonly id: number
  readonly kind: string
  readonly key: string
  readonly claim: string
  readonly attempts: number
  readonly created_at: number
}

/** What waits first of a kind. */
export type WaitingJob = Pick<Selectable<JobTable>, 'id' | 'kind' | 'run_at'>

/**
 * The jobs that are due first, so many of each kind, and the next ones that are not due yet: one statement, which reads no
 * more rows than it answers, however many wait.
 */
export async function findFirst(
  { store }: Pick<Context, 'store'>,
  kinds: readonly { readonly name: string; readonly most: number }[],
): Promise<WaitingJob[]> {
  const [first, ...others] = kinds.map(({ name, most }) =>
    store.db
      .selectFrom(
        store.db
          .selectFrom('job')
          .select(['id', 'kind', 'run_at'])
          .where('kind', '=', name)
          .where('failed_at', 'is', null)
          .orderBy('run_at')
          .limit(most)
          .as('first'),
      )
      .selectAll(),
  )
  if (!first) return []
  return others.reduce((all, one) => all.unionAll(one), first).execute()
}

/** Claims those of these jobs that are due and that no other server has claimed. Each claim counts as an attempt. */
export async function claimJobs({ store, now }: Parts, ids: readonly number[]): Promise<ClaimedJob[]> {
  if (ids.length === 0) return []
  const at = now()
  const claim = randomUUID()
  const rows = await transact({ store, now }, (trx) =>
    trx
      .updateTable('job')
      .set((eb) => ({ claim, run_at: at + LEASE_MS, attempts: eb('attempts', '+', 1), progress: '' }))
      .where('id', 'in', (eb) =>
        skipLocked(
          store.engine,
          eb
            .selectFrom('job')
            .select('id')
            .where('id', 'in', [...ids])
            .where('run_at', '<=', at)
            .where('failed_at', 'is', null),
        ),
      )
      .returning(['id', 'kind', 'key', 'attempts', 'created_at'])
      .execute(),
  )
  return rows.map((row) => ({ ...row, claim }))
}

/** Renews claims and writes down how far their jobs are. Answers the ids of those that still hold. */
export async function renewClaims(
  { store, now }: Parts,
  jobs: readonly { readonly id: number; readonly claim: string; readonly progress: string }[],
): Promise<ReadonlySet<number>> {
  const kept = new Set<number>()
  await transact({ store, now }, async (trx) => {
    kept.clear()
    for (const { id, claim, progress } of jobs) {
      const { numUpdatedRows } = await trx
        .updateTable('job')
        .set({ run_at: now() + LEASE_MS, progress })
        .where('id', '=', id)
        .where('claim', '=', claim)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows > 0n) kept.add(id)
    }
  })
  return kept
}

/** Holds a claim until the transaction ends: no other server can have the job by then. Throws `JobClaimLostError`. */
export async function holdClaim(trx: Trx, now: number, { id, claim }: ClaimedJob): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('job')
    .set({ run_at: now + LEASE_MS })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new JobClaimLostError()
}

/**
 * Ends a job: its row is deleted, or due again at `again.at`, or when it was asked for once more while it ran. Throws
 * `JobClaimLostError`.
 */
export async function endJob(trx: Trx, now: number, job: ClaimedJob, again?: JobAgain): Promise<void> {
  if (!again) {
    const { numDeletedRows } = await trx
      .deleteFrom('job')
      .where('id', '=', job.id)
      .where('claim', '=', job.claim)
      .where('again_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numDeletedRows > 0n) return
  }
  const { numUpdatedRows } = await trx
    .updateTable('job')
    .set((eb) => ({
      run_at: again
        ? eb.case().when('again_at', '<', again.at).then(eb.ref('again_at')).else(again.at).end().$castTo<number>()
        : eb.ref('again_at').$castTo<number>(),
      again_at: null,
      claim: null,
      attempts: 0,
      progress: '',
      note: '',
      created_at: now,
    }))
    .where('id', '=', job.id)
    .where('claim', '=', job.claim)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new JobClaimLostError()
}

/** Gives a job back as if it had not been tried. */
export async function giveBack(trx: Trx, job: ClaimedJob, at: number): Promise<void> {
  await trx
    .updateTable('job')
    .set((eb) => ({ run_at: at, claim: null, attempts: eb('attempts', '-', 1) }))
    .where('id', '=', job.id)
    .where('claim', '=', job.claim)
    .execute()
}

/** Notes that an attempt failed. Answers whether it was the last: the job stays, as failed. */
export async function putOff(
  trx: Trx,
  context: TransactionContext,
  { kind, job, error }: { readonly kind: JobKind; readonly job: ClaimedJob; readonly error: unknown },
): Promise<boolean> {
  const now = context.now()
  const row = await trx
    .updateTable('job')
    .set({ claim: null, note: noteOfError(error) })
    .where('id', '=', job.id)
    .where('claim', '=', job.claim)
    .returning('again_at')
    .executeTakeFirst()
  if (!row) return false
  const one = trx.updateTable('job').where('id', '=', job.id)
  // What runs again and again is never given up.
  const at = kind.retryAt(job.attempts, job.created_at, now) ?? (kind.everyMs === undefined ? null : now + kind.everyMs)
  if (at !== null) {
    await one.set({ run_at: at }).execute()
    return false
  }
  // It was asked for once more: what fails from now on is counted anew.
  if (row.again_at !== null) {
    await one.set({ run_at: row.again_at, again_at: null, attempts: 0, created_at: now }).execute()
    return false
  }
  await one.set({ run_at: now, failed_at: now }).execute()
  await kind.onFailed?.(trx, context, job.key, error)
  return true
}

const LONGEST = 200
/** Addresses of people, of the web, and what stands in quotes: an operator reads the rest, and the log has all of it. */
const PRIVATE = /\S+@\S+|\b[a-z][a-z\d+.-]*:\/\/\S+|(["“'‘«「]).*?(["”'’»」])/gi

/** What an operator reads of a failed attempt. It has nothing of a mail, of a person or of an address in it. */
export function noteOfError(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const code = 'code' in error && /^\w{1,40}$/.test(String(error.code)) ? ` ${error.code}` : ''
  return `${error.name}${code}: ${error.message.replaceAll(/\s+/g, ' ').replaceAll(PRIVATE, '…')}`.slice(0, LONGEST)
}
