import { sql } from 'kysely'
import type { Context } from '../context/context.ts'
import { transact } from '../database/transact.ts'

const ROWS_AT_ONCE = 200

/** Whether nothing names an upload: no draft, no version of one, and no mail that may become one again. */
export const isNamedNowhere = () => sql<boolean>`(
  not exists (select 1 from draft where draft.account_id = upload.account_id
    and (draft.file_ids like '%' || upload.id || '%' or draft.html like '%' || upload.id || '%'))
  and not exists (select 1 from draft_version where draft_version.account_id = upload.account_id
    and draft_version.held like '%' || upload.id || '%')
  and not exists (select 1 from outgoing where outgoing.account_id = upload.account_id
    and outgoing.writing like '%' || upload.id || '%')
  -- What was rejected can be written anew.
  and not exists (select 1 from approval_record where approval_record.account_id = upload.account_id
    and approval_record.writing like '%' || upload.id || '%')
)`

/**
 * Removes uploads that no draft and no version of one names, and no mail that may still be recalled; the others are checked again a day later.
 * Answers how many were removed.
 */
export async function sweepUploads(context: Context, before: number): Promise<number> {
  const now = context.now()
  let removed = 0
  for (;;) {
    const some = await context.store.db
      .selectFrom('upload')
      .select('id')
      .where('checked_at', '<', before)
      .where('created_at', '<', before)
      .orderBy('checked_at')
      .limit(ROWS_AT_ONCE)
      .execute()
    if (some.length === 0) return removed
    const ids = some.map(({ id }) => id)
    removed += await transact(context, async (trx) => {
      const gone = await trx
        .deleteFrom('upload')
        .where('id', 'in', ids)
        .where(isNamedNowhere())
        .returning('id')
        .execute()
      await trx.updateTable('upload').set({ checked_at: now }).where('id', 'in', ids).execute()
      return gone.length
    })
  }
}
