import type { Kysely, Selectable } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import type { DocumentLockTable } from '../../store/database/documents.schema.ts'
import type { Engine } from '../../store/database/engine.ts'
import { numberIn } from '../../store/database/ids.ts'
import type { Schema } from '../../store/database/schema.ts'
import { DocumentLockedError } from './documentErrors.ts'
import { pathOf } from './documentTree.ts'

type Db = Kysely<Schema>

/** Whose the files are, and who acts on them. */
export interface Acting {
  readonly ownerId: number
  readonly callerId: number
}

type Held = Pick<Selectable<DocumentLockTable>, 'document_id' | 'account_id' | 'deep' | 'holder_id'>

/** Locks that bind who acts: of others, and of programs where the files are another's. */
async function locksFor(db: Db, { ownerId, callerId }: Acting, now: number): Promise<Held[]> {
  const rows = await db
    .selectFrom('document_lock')
    .select(['document_id', 'account_id', 'deep', 'holder_id'])
    .where('account_id', '=', ownerId)
    .where('expires_at', '>', now)
    .execute()
  return rows.filter(({ holder_id: holder }) => (holder === null ? callerId !== ownerId : holder !== callerId))
}

/**
 * Throws `DocumentLockedError` where another holds a lock on one of these files, on one inside of these folders, or on a whole
 * folder above: what is changed meanwhile would be lost when it is saved.
 */
export async function requireNoLock(
  { store: { db }, now }: Pick<Context, 'now'> & { readonly store: { readonly db: Db } },
  acting: Acting,
  ids: readonly number[],
): Promise<void> {
  const locks = await locksFor(db, acting, now())
  if (locks.length === 0) return
  const { ownerId } = acting
  const above = new Set<number>()
  for (const id of ids) for (const folder of await pathOf(db, ownerId, id)) above.add(folder.id)
  for (const { document_id: id, deep, holder_id, account_id } of locks) {
    const isAbove = above.has(id) && (deep === 1 || ids.includes(id))
    const isInside = (await pathOf(db, ownerId, id)).some((folder) => ids.includes(folder.id))
    if (isAbove || isInside) throw new DocumentLockedError(await nameOf(db, holder_id ?? account_id))
  }
}

const nameOf = async (db: Db, accountId: number): Promise<string> =>
  (await db.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirst())?.name ?? ''

/** Who edits a file. */
export interface Editor {
  readonly name: string
  /** Who has locked it at the page; null for a program of its owner. */
  readonly holderId: number | null
}

/** Who edits files under a lock, by the number of the file. */
export async function editorsOf(
  { db, engine }: { readonly db: Db; readonly engine: Engine },
  ids: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, Editor>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('document_lock')
    .innerJoin('account as owner', 'owner.id', 'document_lock.account_id')
    .leftJoin('account as holder', 'holder.id', 'document_lock.holder_id')
    .select(['document_lock.document_id', 'document_lock.holder_id', 'owner.name', 'holder.name as holder'])
    .where(numberIn(engine, 'document_lock.document_id', ids))
    .where('document_lock.expires_at', '>', now)
    .execute()
  return new Map(
    rows.map(({ document_id, holder_id: holderId, holder, name }) => [document_id, { name: holder ?? name, holderId }]),
  )
}
