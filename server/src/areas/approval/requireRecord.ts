import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'

/** A record that concerns an account. Throws `NotFoundError` for others. */
export async function requireRecord({ store }: Pick<Context, 'store'>, accountId: number, recordId: number) {
  const row = await store.db.selectFrom('approval_record').selectAll().where('id', '=', recordId).executeTakeFirst()
  if (!row) throw new NotFoundError()
  const isApplicant = row.account_id === accountId
  const reached = await store.db
    .selectFrom('approval_person')
    .select('waiting')
    .where('record_id', '=', recordId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!isApplicant && !reached) throw new NotFoundError()
  return { row, isApplicant, mayDecide: reached?.waiting === 1 }
}
