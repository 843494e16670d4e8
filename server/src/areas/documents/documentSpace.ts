import type { Kysely } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import type { Trx } from '../../store/database/transact.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import { DocumentsFullError } from './documentErrors.ts'

const MEGABYTE = 1_048_576

/** Bytes that an account keeps, each content once. */
export async function usedBytes(db: Kysely<Schema>, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('document_space')
    .select('used')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.used ?? 0
}

/** Bytes that an account may keep; `Infinity` where there is no limit. */
export async function limitBytes({ store }: Pick<Context, 'store'>, accountId: number): Promise<number> {
  const { netdiskSize } = await switchesOf(store.db, accountId)
  return netdiskSize === 0 ? Number.POSITIVE_INFINITY : netdiskSize * MEGABYTE
}

/** Bytes that an account may still keep, beside all that is being uploaded into its document center and handed in. */
export async function roomOfDocuments(db: Kysely<Schema>, accountId: number, limit: number): Promise<number> {
  const begun = await db
    .selectFrom('unfinished_upload')
    .select((eb) => eb.fn.sum<number | string | null>('size').as('bytes'))
    .where((eb) =>
      eb.or([
        eb('documents_of', '=', accountId),
        eb.and([eb('account_id', '=', accountId), eb('request_id', 'is not', null)]),
      ]),
    )
    .executeTakeFirst()
  // PostgreSQL sums big integers into a decimal, which arrives as text.
  return limit - (await usedBytes(db, accountId)) - Number(begun?.bytes ?? 0)
}

/**
 * Throws `DocumentsFullError` where content would not fit beside what the account keeps: what it has already needs no more
 * room. In the transaction that keeps it, under the lock of the account.
 */
export async function requireSpace(
  trx: Trx,
  accountId: number,
  limit: number,
  contents: readonly { readonly hash: string; readonly size: number }[],
): Promise<void> {
  const sizes = new Map(contents.map(({ hash, size }) => [hash, size]))
  const known = await trx
    .selectFrom('document_content')
    .select('blob_hash')
    .where('account_id', '=', accountId)
    .where('blob_hash', 'in', [...sizes.keys()])
    .execute()
  for (const { blob_hash } of known) sizes.delete(blob_hash)
  const more = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  if (more > 0 && (await usedBytes(trx, accountId)) + more > limit) throw new DocumentsFullError()
}
