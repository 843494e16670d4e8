import type { Kysely } from 'kysely'
import { LabelNotFoundError } from '../../platform/http/errors.ts'
import type { Schema } from '../database/schema.ts'

/** One label of the account; another account's label is treated as missing. Throws `LabelNotFoundError`. */
export async function ownLabel(db: Kysely<Schema>, accountId: number, labelId: number) {
  const label = await db
    .selectFrom('label')
    .selectAll()
    .where('id', '=', labelId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!label) throw new LabelNotFoundError()
  return label
}
