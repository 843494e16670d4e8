import type { Selectable } from 'kysely'
import type { Context } from '../context/context.ts'
import type { JobTable } from '../database/schema.ts'

export type ListedJob = Selectable<JobTable>

export interface JobQuery {
  readonly kind?: string | undefined
  /** Also those that are due later. */
  readonly later?: boolean
  readonly limit: number
}

/** Kinds with a job, also those that this version does not know; a few reads of an index, however many jobs there are. */
export async function kindsWithJobs({ store }: Pick<Context, 'store'>): Promise<string[]> {
  const kinds: string[] = []
  for (;;) {
    const next = await store.db
      .selectFrom('job')
      .select('kind')
      .where('kind', '>', kinds.at(-1) ?? '')
      .orderBy('kind')
      .limit(1)
      .executeTakeFirst()
    if (!next) return kinds
    kinds.push(next.kind)
  }
}

/** Jobs for the operator: those that have failed, then those that are being done, then those that wait, by when they are due. */
export async function listJobs(
  { store, now }: Pick<Context, 'store' | 'now'>,
  { kind, later = false, limit }: JobQuery,
): Promise<ListedJob[]> {
  const failed: ListedJob[] = []
  const running: ListedJob[] = []
  const waiting: ListedJob[] = []
  for (const name of kind === undefined ? await kindsWithJobs({ store }) : [kind]) {
    const ofKind = store.db.selectFrom('job').selectAll().where('kind', '=', name).limit(limit)
    failed.push(...(await ofKind.where('failed_at', 'is not', null).orderBy('failed_at').execute()))
    running.push(...(await ofKind.where('claim', 'is not', null).orderBy('claim').execute()))
    const until = later ? Number.MAX_SAFE_INTEGER : now()
    const due = ofKind.where('failed_at', 'is', null).where('run_at', '<=', until).orderBy('run_at')
    waiting.push(...(await due.execute()).filter(({ claim }) => claim === null))
  }
  return [...failed, ...running, ...waiting.toSorted((a, b) => a.run_at - b.run_at)].slice(0, limit)
}
