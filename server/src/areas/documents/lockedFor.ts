import type { Kysely } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import type { Engine } from '../../store/database/engine.ts'
import { numberIn } from '../../store/database/ids.ts'
import type { Schema } from '../../store/database/schema.ts'
import { locksOf } from './davLocks.ts'
import { DocumentLockedError } from './documentErrors.ts'
import { pathOf } from './documentTree.ts'

/**
 * Throws `DocumentLockedError` where a program of the owner holds a lock on one of these files, on one inside of these folders,
 * or on a whole folder above: what others change meanwhile would be lost when it is saved.
 */
export async function requireNoLock(
  { store: { db }, now }: Pick<Context, 'now'> & { readonly store: { readonly db: Kysely<Schema> } },
  ownerId: number,
  ids: readonly number[],
): Promise<void> {
  const locks = await locksOf(db, ownerId, now())
  if (locks.length === 0) return
  const above = new Set<number>()
  for (const id of ids) for (const folder of await pathOf(db, ownerId, id)) above.add(folder.id)
  for (const { document_id: id, deep } of locks) {
    const isAbove = above.has(id) && (deep === 1 || ids.includes(id))
    const isInside = (await pathOf(db, ownerId, id)).some((folder) => ids.includes(folder.id))
    if (isAbove || isInside) throw new DocumentLockedError(await nameOf(db, ownerId))
  }
}

const nameOf = async (db: Kysely<Schema>, accountId: number): Promise<string> =>
  (await db.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirst())?.name ?? ''

/** Who edits files by a program that holds a lock, by the number of the file. */
export async function editorsOf(
  { db, engine }: { readonly db: Kysely<Schema>; readonly engine: Engine },
  ids: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('document_lock')
    .innerJoin('account', 'account.id', 'document_lock.account_id')
    .select(['document_lock.document_id', 'account.name'])
    .where(numberIn(engine, 'document_lock.document_id', ids))
    .where('document_lock.expires_at', '>', now)
    .execute()
  return new Map(rows.map(({ document_id, name }) => [document_id, name]))
}
