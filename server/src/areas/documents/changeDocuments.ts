import { DOCUMENT_DEPTH_MAX, DOCUMENTS_MAX } from '@yanshu/contracts'
import { sql } from 'kysely'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { numberIn } from '../../store/database/ids.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { DocumentInItselfError, DocumentNotFoundError, DocumentTooDeepError } from './documentErrors.ts'
import { freeNameIn, nameColumns, namedIn, requireFreeName, requireName } from './documentNames.ts'
import {
  allBelow,
  type Changing,
  depthOf,
  liveDocuments,
  lockDocuments,
  pathOf,
  requireFolder,
  requireRoom,
} from './documentTree.ts'

const change = <T>(
  context: Context,
  accountId: number,
  work: (trx: Trx, changing: Changing) => Promise<T>,
  options: { grows?: boolean } = {},
): Promise<T> => transact(context, async (trx) => work(trx, await lockDocuments(trx, context, accountId)), options)

/** Makes a folder; with `existing`, answers one of this name that is there. */
export const makeFolder = (
  context: Context,
  accountId: number,
  { parentId, name, existing }: { parentId: number; name: string; existing: boolean },
): Promise<number> => {
  requireName(name)
  return change(
    context,
    accountId,
    async (trx, changing) => {
      await requireFolder(trx, accountId, parentId)
      if (existing) {
        const other = await namedIn(trx, accountId, parentId, name)
        if (other?.kind === 0) return other.id
      }
      await requireFreeName(trx, accountId, { parentId, name })
      await requireRoom(trx, changing, { parentId, here: 1 })
      if ((await depthOf(trx, accountId, parentId)) >= DOCUMENT_DEPTH_MAX) throw new DocumentTooDeepError()
      return insertFolder(trx, changing, parentId, name)
    },
    { grows: true },
  )
}

/** Writes the row of a folder whose name is free. */
export async function insertFolder(
  trx: Trx,
  { accountId, now }: Changing,
  parentId: number,
  name: string,
): Promise<number> {
  const { id } = await trx
    .insertInto('document')
    .values({
      ...nameColumns(name),
      account_id: accountId,
      parent_id: parentId,
      kind: 0,
      content_type: '',
      size: 0,
      version: 0,
      starred: 0,
      created_at: now,
      changed_at: now,
      binned_at: null,
      bin_root: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function rename(
  context: Context,
  accountId: number,
  { documentId, name }: { documentId: number; name: string },
): Promise<void> {
  requireName(name)
  await change(context, accountId, async (trx, { now }) => {
    const [row] = await liveDocuments(trx, context.store.engine, accountId, [documentId])
    await requireFreeName(trx, accountId, { parentId: row?.parent_id ?? 0, name, exceptId: documentId })
    await trx
      .updateTable('document')
      .set({ ...nameColumns(name), changed_at: now })
      .where('id', '=', documentId)
      .execute()
  })
}

/** Moves all, or nothing where one cannot be moved. Answers where each was that is elsewhere now. */
export const move = (
  context: Context,
  accountId: number,
  { documentIds, parentId, onClash }: { documentIds: readonly number[]; parentId: number; onClash: 'refuse' | 'both' },
) =>
  change(context, accountId, async (trx, changing) => {
    const { engine } = context.store
    const rows = await liveDocuments(trx, engine, accountId, documentIds)
    await requireFolder(trx, accountId, parentId)
    await requireFits(trx, context, { accountId, ids: documentIds, parentId })
    const elsewhere = rows.filter((row) => row.parent_id !== parentId)
    await requireRoom(trx, changing, { parentId, here: elsewhere.length, made: 0 })
    for (const { id, name } of elsewhere) {
      if (onClash === 'refuse') await requireFreeName(trx, accountId, { parentId, name })
      const free = await freeNameIn(trx, accountId, parentId, name)
      await trx
        .updateTable('document')
        .set({ ...(free === name ? {} : nameColumns(free)), parent_id: parentId })
        .where('id', '=', id)
        .execute()
    }
    return elsewhere.map(({ id, parent_id }) => ({ documentId: id, parentId: parent_id }))
  })

/** Throws where folders would lie inside of themselves or too deep, in a folder of `intoId`. */
export async function requireFits(
  trx: Trx,
  context: TransactionContext,
  {
    accountId,
    ids,
    parentId,
    intoId = accountId,
  }: { accountId: number; ids: readonly number[]; parentId: number; intoId?: number },
): Promise<void> {
  const path = await pathOf(trx, intoId, parentId)
  if (path.some(({ id }) => ids.includes(id))) throw new DocumentInItselfError()
  const below = await allBelow(trx, context.store.engine, accountId, { ids, most: DOCUMENTS_MAX })
  const height = Math.max(-1, ...below.filter(({ kind }) => kind === 0).map(({ depth }) => depth))
  if (path.length + height + 1 > DOCUMENT_DEPTH_MAX) throw new DocumentTooDeepError()
}

export async function star(
  context: Context,
  accountId: number,
  { documentIds, starred }: { documentIds: readonly number[]; starred: boolean },
): Promise<void> {
  await change(context, accountId, async (trx) => {
    const rows = await liveDocuments(trx, context.store.engine, accountId, documentIds)
    const ids = rows.map(({ id }) => id)
    await trx
      .updateTable('document')
      .set({ starred: starred ? 1 : 0 })
      .where(numberIn(context.store.engine, 'id', ids))
      .execute()
  })
}

/** Moves files and folders into the recycle bin, each with what lies inside of it. */
export async function bin(context: Context, accountId: number, documentIds: readonly number[]): Promise<void> {
  await change(context, accountId, (trx, changing) => binIn(trx, context, changing, documentIds))
}

/** The same in a transaction. Answers all that has gone. */
export async function binIn(
  trx: Trx,
  context: TransactionContext,
  { accountId, now }: Changing,
  documentIds: readonly number[],
): Promise<number[]> {
  const { engine } = context.store
  const rows = await liveDocuments(trx, engine, accountId, documentIds)
  const inside = new Map<number, number[]>()
  for (const { id } of rows) {
    const below = await allBelow(trx, engine, accountId, { ids: [id], most: DOCUMENTS_MAX })
    inside.set(
      id,
      below.map((one) => one.id),
    )
  }
  for (const [id, ids] of inside) {
    // What lies in another of them goes with that one.
    if ([...inside].some(([other, all]) => other !== id && all.includes(id))) continue
    await trx
      .updateTable('document')
      .set({ bin_root: id, binned_at: now })
      .where(numberIn(engine, 'id', ids))
      .execute()
  }
  return [...inside.values()].flat()
}

/** Moves a file or folder to a place and a name that is free there. */
export async function relocate(
  trx: Trx,
  context: TransactionContext,
  changing: Changing,
  { documentId, parentId, name }: { documentId: number; parentId: number; name: string },
): Promise<void> {
  const { accountId, now } = changing
  const [row] = await liveDocuments(trx, context.store.engine, accountId, [documentId])
  if (!row) throw new DocumentNotFoundError()
  await requireFreeName(trx, accountId, { parentId, name, exceptId: documentId })
  if (row.parent_id !== parentId) {
    await requireFolder(trx, accountId, parentId)
    await requireFits(trx, context, { accountId, ids: [documentId], parentId })
    await requireRoom(trx, changing, { parentId, here: 1, made: 0 })
  }
  await trx
    .updateTable('document')
    .set({ ...(name === row.name ? {} : { ...nameColumns(name), changed_at: now }), parent_id: parentId })
    .where('id', '=', documentId)
    .execute()
}

/** Files and folders that came into the bin by themselves. Throws `DocumentNotFoundError` where one did not. */
async function binned(trx: Trx, context: TransactionContext, accountId: number, ids: readonly number[]) {
  const wanted = [...new Set(ids)]
  const rows = await trx
    .selectFrom('document')
    .select(['id', 'parent_id', 'name', 'kind'])
    .where(numberIn(context.store.engine, 'id', wanted))
    .where('account_id', '=', accountId)
    .where(sql<boolean>`bin_root = id`)
    .where('binned_at', '>', 0)
    .execute()
  if (rows.length < wanted.length) throw new DocumentNotFoundError()
  return rows
}

/** Restores files and folders of the bin: to where they were, or else to the outermost folder. */
export async function restore(context: Context, accountId: number, documentIds: readonly number[]): Promise<void> {
  await change(context, accountId, (trx, changing) => restoreIn(trx, context, changing, documentIds))
}

/** The same in a transaction. */
export async function restoreIn(
  trx: Trx,
  context: TransactionContext,
  changing: Changing,
  documentIds: readonly number[],
): Promise<void> {
  const { accountId } = changing
  for (const row of await binned(trx, context, accountId, documentIds)) {
    const parentId = await placeFor(trx, accountId, row)
    await requireRoom(trx, changing, { parentId, here: 1, made: 0 })
    const name = await freeNameIn(trx, accountId, parentId, row.name)
    await trx
      .updateTable('document')
      .set({ ...(name === row.name ? {} : nameColumns(name)), parent_id: parentId })
      .where('id', '=', row.id)
      .execute()
    await trx.updateTable('document').set({ bin_root: null, binned_at: null }).where('bin_root', '=', row.id).execute()
  }
}

/** The folder that something of the bin was in, where it is still there and not too deep; else the outermost one. */
async function placeFor(
  trx: Trx,
  accountId: number,
  { id, parent_id: parentId }: { id: number; parent_id: number },
): Promise<number> {
  if (parentId === 0) return 0
  try {
    await requireFolder(trx, accountId, parentId)
  } catch (error) {
    if (error instanceof DocumentNotFoundError) return 0
    throw error
  }
  const depth = (await depthOf(trx, accountId, parentId)) + (await depthInBin(trx, id))
  return depth > DOCUMENT_DEPTH_MAX ? 0 : parentId
}

/** How many folders of the bin lie inside of each other below one, itself included. */
async function depthInBin(trx: Trx, rootId: number): Promise<number> {
  const { rows } = await sql<{ depth: number }>`
    with recursive below(id, depth) as (
      select id, kind * -1 + 1 from document where id = ${rootId}
      union all
      select document.id, below.depth + 1 from below
        join document on document.bin_root = ${rootId} and document.parent_id = below.id and document.kind = 0
        where below.depth < ${sql.lit(DOCUMENT_DEPTH_MAX * 2)})
    select max(depth) as depth from below`.execute(trx)
  return rows[0]?.depth ?? 0
}

/** Marks what is deleted for good; all of the bin where none is named. It goes with the next `deleteMarked`. */
export const markDeleted = (context: Context, accountId: number, documentIds: readonly number[]): Promise<void> =>
  change(context, accountId, async (trx) => {
    const ids =
      documentIds.length === 0 ? null : (await binned(trx, context, accountId, documentIds)).map(({ id }) => id)
    await trx
      .updateTable('document')
      .set({ binned_at: 0 })
      .where('account_id', '=', accountId)
      .where(sql<boolean>`bin_root = id`)
      .$if(ids !== null, (query) => query.where(numberIn(context.store.engine, 'id', ids ?? [])))
      .execute()
  })

const ROWS_AT_ONCE = 500

/** Deletes what came into the bin with one file or folder, in steps, itself last. */
export async function deleteBinned(context: Context, rootId: number, signal?: AbortSignal): Promise<void> {
  for (;;) {
    if (signal?.aborted) return
    const left = await transact(context, async (trx) => {
      const rows = await trx
        .selectFrom('document')
        .select('id')
        .where('bin_root', '=', rootId)
        .where('id', '<>', rootId)
        .limit(ROWS_AT_ONCE)
        .execute()
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0) {
        await trx
          .deleteFrom('document')
          .where(numberIn(context.store.engine, 'id', ids))
          .execute()
        return true
      }
      // It may have been restored meanwhile.
      await trx.deleteFrom('document').where('id', '=', rootId).where('bin_root', '=', rootId).execute()
      return false
    })
    if (!left) return
  }
}
