import type { Kysely } from 'kysely'
import type { Schema } from '../../store/database/schema.ts'

/** Those of these accounts that have an absence note at a moment. */
export async function whoIsAway(db: Kysely<Schema>, accountIds: readonly number[], at: number): Promise<Set<number>> {
  if (accountIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('auto_reply')
    .select(['account_id', 'start_at', 'end_at'])
    .where('account_id', 'in', [...accountIds])
    .where('enabled', '=', 1)
    .execute()
  return new Set(
    rows.flatMap(({ account_id, start_at, end_at }) =>
      (start_at ?? 0) <= at && at < (end_at ?? Number.MAX_SAFE_INTEGER) ? [account_id] : [],
    ),
  )
}
