import { CATCH_UP_CHANGES } from '@yanshu/contracts'
import { sql } from 'kysely'
import type { Context } from '../context/context.ts'

/** Changes older than this are of no use: a window that was away longer reads everything anew. */
const KEEP_CHANGES_MS = 7 * 24 * 60 * 60 * 1_000
/** Changes kept of each account. */
const KEEP_CHANGES = 4 * CATCH_UP_CHANGES
/** Rows deleted in one statement, so that no call waits for the sweep. */
const ROWS_AT_ONCE = 1_000

/** Keeps the change log short: some days, and of each account its newest changes. */
export async function sweepChanges({ store, now }: Pick<Context, 'store' | 'now'>): Promise<void> {
  const { db } = store
  const old = db
    .selectFrom('change_log')
    .select(['account_id', 'seq'])
    .where('at', '<', now() - KEEP_CHANGES_MS)
    .orderBy('at')
    .limit(ROWS_AT_ONCE)
  while ((await removed(old)) >= ROWS_AT_ONCE);
  // The first row of each account stands at the beginning of its part of the key.
  const long = await db
    .selectFrom('account')
    .select(['id', 'change_seq'])
    .where(
      sql<boolean>`exists (select 1 from change_log
        where change_log.account_id = account.id and change_log.seq <= account.change_seq - ${KEEP_CHANGES})`,
    )
    .execute()
  for (const { id, change_seq } of long) {
    const beyond = db
      .selectFrom('change_log')
      .select(['account_id', 'seq'])
      .where('account_id', '=', id)
      .where('seq', '<=', change_seq - KEEP_CHANGES)
      .orderBy('seq')
      .limit(ROWS_AT_ONCE)
    while ((await removed(beyond)) >= ROWS_AT_ONCE);
  }

  async function removed(rows: typeof old): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('change_log')
      .where(sql<boolean>`(account_id, seq) in (${rows})`)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  }
}
