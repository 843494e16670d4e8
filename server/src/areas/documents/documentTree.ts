import { DOCUMENT_DEPTH_MAX, DOCUMENTS_IN_FOLDER_MAX, DOCUMENTS_MAX } from '@yanshu/contracts'
import { type Kysely, sql } from 'kysely'
import type { TransactionContext } from '../../store/context/context.ts'
import { numberIn } from '../../store/database/ids.ts'
import type { Schema } from '../../store/database/schema.ts'
import type { Trx } from '../../store/database/transact.ts'
import { lockMailboxes } from '../../store/mailbox/index.ts'
import { DocumentNotFoundError, DocumentTooManyError } from './documentErrors.ts'

type Db = Kysely<Schema>

/** A change of the files of one account: one at a time. */
export interface Changing {
  readonly accountId: number
  readonly now: number
}

/** Lets one transaction at a time change the files of an account. */
export async function lockDocuments(trx: Trx, context: TransactionContext, accountId: number): Promise<Changing> {
  await lockMailboxes(trx, context.store.engine, [accountId])
  return { accountId, now: context.now() }
}

/**
 * The rows of some files and folders that are not in the recycle bin. Throws `DocumentNotFoundError` where one is not there, is
 * another account's, or lies in the bin.
 */
export async function liveDocuments(
  db: Db,
  engine: TransactionContext['store']['engine'],
  accountId: number,
  ids: readonly number[],
) {
  const wanted = [...new Set(ids)]
  const rows = await db
    .selectFrom('document')
    .selectAll()
    .where(numberIn(engine, 'id', wanted))
    .where('account_id', '=', accountId)
    .where('bin_root', 'is', null)
    .execute()
  if (rows.length < wanted.length) throw new DocumentNotFoundError()
  return rows
}

/** Throws `DocumentNotFoundError` unless a folder of the account is there; 0 always is. */
export async function requireFolder(db: Db, accountId: number, folderId: number): Promise<void> {
  if (folderId === 0) return
  const row = await db
    .selectFrom('document')
    .select('kind')
    .where('id', '=', folderId)
    .where('account_id', '=', accountId)
    .where('bin_root', 'is', null)
    .executeTakeFirst()
  if (row?.kind !== 0) throw new DocumentNotFoundError()
}

/** The folders from the outermost one to this one, itself included. */
export async function pathOf(db: Db, accountId: number, folderId: number): Promise<{ id: number; name: string }[]> {
  if (folderId === 0) return []
  const { rows } = await sql<{ id: number; name: string }>`
    with recursive up(id, parent_id, name, depth) as (
      select id, parent_id, name, 0 from document where id = ${folderId} and account_id = ${accountId}
      union all
      select document.id, document.parent_id, document.name, up.depth + 1
        from up join document on document.id = up.parent_id where up.depth < ${sql.lit(DOCUMENT_DEPTH_MAX * 2)})
    select id, name from up order by depth desc`.execute(db)
  return rows
}

export interface BelowRow {
  readonly id: number
  readonly parent_id: number
  readonly kind: 0 | 1
  readonly name: string
  readonly depth: number
}

/**
 * Files and folders with all that lies inside of them and is not in the bin, the outer ones first; at most `most` and one more.
 */
export async function allBelow(
  db: Db,
  engine: TransactionContext['store']['engine'],
  accountId: number,
  { ids, most }: { ids: readonly number[]; most: number },
): Promise<BelowRow[]> {
  const { rows } = await sql<BelowRow>`
    with recursive below(id, parent_id, kind, name, depth) as (
      select id, parent_id, kind, name, 0 from document
        where ${numberIn(engine, 'id', ids)} and account_id = ${accountId} and bin_root is null
      union all
      select document.id, document.parent_id, document.kind, document.name, below.depth + 1
        from below join document on document.account_id = ${accountId} and document.parent_id = below.id
          and document.bin_root is null
        where below.kind = 0 and below.depth < ${sql.lit(DOCUMENT_DEPTH_MAX * 2)})
    select id, parent_id, kind, name, depth from below order by depth, id limit ${most + 1}`.execute(db)
  return rows
}

/** How many folders deep a place is, and how many more its files may lie. */
export const depthOf = async (db: Db, accountId: number, folderId: number): Promise<number> =>
  (await pathOf(db, accountId, folderId)).length

/** Throws `DocumentTooManyError` where a folder, or the account, would have more than it may. */
export async function requireRoom(
  trx: Trx,
  { accountId }: Changing,
  { parentId, here, made = here }: { parentId: number; here: number; made?: number },
): Promise<void> {
  const { children } = await trx
    .selectFrom('document')
    .select((eb) => eb.fn.countAll<number>().as('children'))
    .where('account_id', '=', accountId)
    .where('parent_id', '=', parentId)
    .where('bin_root', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(children) + here > DOCUMENTS_IN_FOLDER_MAX) throw new DocumentTooManyError(DOCUMENTS_IN_FOLDER_MAX)
  if (made === 0) return
  const space = await trx
    .selectFrom('document_space')
    .select('documents')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if ((space?.documents ?? 0) + made > DOCUMENTS_MAX) throw new DocumentTooManyError(DOCUMENTS_MAX)
}
