import { DOCUMENT_BIN_DAYS } from '@yanshu/contracts'
import { sql } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import type { JobKind } from '../../store/jobs/index.ts'
import { deleteBinned } from './changeDocuments.ts'

const DAY_MS = 24 * 60 * 60_000
const HOUR_MS = 60 * 60_000
const ROOTS_AT_ONCE = 100

/** Deletes what was marked, and what has lain in the bin for thirty days. Answers whether more is left. */
async function deleteDue(context: Context, signal?: AbortSignal): Promise<boolean> {
  const rows = await context.store.db
    .selectFrom('document')
    .select('id')
    .where(sql<boolean>`bin_root = id`)
    .where('binned_at', '<=', context.now() - DOCUMENT_BIN_DAYS * DAY_MS)
    .orderBy('binned_at')
    .limit(ROOTS_AT_ONCE)
    .execute()
  for (const { id } of rows) {
    if (signal?.aborted) return false
    await deleteBinned(context, id, signal)
  }
  return rows.length === ROOTS_AT_ONCE
}

/** Empties the recycle bins of what is too old, and finishes deletions that a stop has broken off. */
export const documentsJob: JobKind = {
  name: 'documents.bin',
  atOnce: 1,
  limitMs: 10 * 60_000,
  everyMs: HOUR_MS,
  retryAt: (_attempts, _createdAt, now) => now + HOUR_MS,
  async run(context, { signal }) {
    while (!signal.aborted && (await deleteDue(context, signal))) {
      // Until nothing is due.
    }
    return undefined
  },
}

/** Deletes what an account has marked, before its call is answered. */
export async function deleteMarked(context: Context, accountId: number): Promise<void> {
  for (;;) {
    const rows = await context.store.db
      .selectFrom('document')
      .select('id')
      .where('account_id', '=', accountId)
      .where(sql<boolean>`bin_root = id`)
      .where('binned_at', '=', 0)
      .limit(ROOTS_AT_ONCE)
      .execute()
    if (rows.length === 0) return
    for (const { id } of rows) await deleteBinned(context, id)
  }
}
