import type { Folder, FolderLists } from '@yanshu/contracts'
import { type Kysely, sql } from 'kysely'
import type { MailReader, SessionActor } from '../../platform/actor/actor.ts'
import { FolderClosedError, ForbiddenError, NameTakenError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import type { Trx } from '../../store/database/transact.ts'
import { changeTree } from '../../store/mailbox/changeTree.ts'
import { closedFolders, openFolder } from '../../store/mailbox/closedFolders.ts'
import { moveMails } from '../../store/mailbox/moveMails.ts'
import { folderOfRole, ownFolder } from '../../store/mailbox/roles.ts'
import { listLabels } from '../labels/index.ts'
import { mailsOf, recycle } from '../mail/index.ts'
import { requireFolderPassword } from './folderPasswords.service.ts'
import { guardFolders } from './guards.ts'
import { type CustomFolder, customFolders, folderWithin, ownNameOf, requirePlace, storedName } from './nesting.ts'

/** As the client sees it; of a folder that is closed to the session, without its numbers. */
const asFolder = (row: CustomFolder, parent: CustomFolder | null, closed: ReadonlySet<number>): Folder => ({
  folderId: row.id,
  folderName: ownNameOf(row, parent),
  ...(parent === null ? {} : { parentId: parent.id }),
  role: row.role,
  mail: closed.has(row.id) ? 0 : row.total,
  unread: closed.has(row.id) ? 0 : row.unread,
  spaceSize: closed.has(row.id) ? 0 : row.size,
  pwd: row.password_hash !== null,
  ...(row.guarded === 0 ? {} : { opened: !closed.has(row.id) }),
  state: row.state,
})

export async function listFolders(context: Context, reader: MailReader): Promise<FolderLists> {
  const { accountId } = reader
  const closed = await closedFolders(context.store.db, reader)
  const rows = await context.store.db
    .selectFrom('folder')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const shown = (row: CustomFolder) => asFolder(row, byId.get(row.parent_id ?? 0) ?? null, closed)
  return {
    folderList: rows.filter((row) => row.role !== 'custom').map(shown),
    customList: rows.filter((row) => row.role === 'custom').map(shown),
    labelList: await listLabels(context, accountId),
    folderOutList: [],
  }
}

/** Custom folders come after the five of the system. */
const CUSTOM_SORT = 100

/**
 * Makes a folder at the top, or in a custom folder. Throws `NameTakenError`, also for the names of the system's folders,
 * `FolderNotFoundError`, `ForbiddenError` in a system folder, `FolderClosedError`, `FolderTooDeepError`.
 */
export async function createFolder(
  context: Context,
  reader: MailReader,
  name: string,
  parentId: number | null = null,
): Promise<Folder> {
  const { accountId } = reader
  const { id, parent } = await changeTree(context, accountId, async (trx) => {
    const parent = await parentFolder(trx, reader, parentId)
    if (parent) requirePlace(await customFolders(trx, accountId), null, parent.id)
    const last = await trx
      .selectFrom('folder')
      .select(({ fn }) => fn.max('sort').as('sort'))
      .where('account_id', '=', accountId)
      .where('role', '=', 'custom')
      .executeTakeFirst()
    const made = await trx
      .insertInto('folder')
      .values({
        account_id: accountId,
        role: 'custom',
        name: storedName(parent, name.normalize('NFC')),
        parent_id: parentId,
        sort: last?.sort == null ? CUSTOM_SORT : last.sort + 1,
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw new NameTakenError()
    if (parent) await guardFolders(trx, context, accountId)
    return { id: made.id, parent }
  })
  return folderOf(context, reader, id, parent)
}

/** Throws `FolderNotFoundError`, `ForbiddenError` for a system folder, `NameTakenError`. */
export async function renameFolder(
  context: Context,
  reader: MailReader,
  folderId: number,
  name: string,
): Promise<Folder> {
  const parent = await changeTree(context, reader.accountId, async (trx) => {
    const { parent_id } = await ownCustomFolder(trx, reader.accountId, folderId)
    const all = await customFolders(trx, reader.accountId)
    const parent = all.find(({ id }) => id === parent_id) ?? null
    await nameFolders(trx, all, folderId, storedName(parent, name.normalize('NFC')))
    return parent
  })
  return folderOf(context, reader, folderId, parent)
}

/**
 * Puts a custom folder with what lies in it into another one, or at the top. Throws `FolderNotFoundError`,
 * `ForbiddenError` for system folders, `FolderClosedError`, `NameTakenError`, `FolderInItselfError`, `FolderTooDeepError`.
 */
export async function moveFolder(
  context: Context,
  reader: MailReader,
  { folderId, parentId, order }: { folderId: number; parentId: number | null; order?: readonly number[] | undefined },
): Promise<void> {
  const { accountId } = reader
  await changeTree(context, accountId, async (trx) => {
    const folder = await ownCustomFolder(trx, accountId, folderId)
    const parent = await parentFolder(trx, reader, parentId)
    const all = await customFolders(trx, accountId)
    requirePlace(all, folderId, parentId)
    const before = all.find(({ id }) => id === folder.parent_id) ?? null
    await trx.updateTable('folder').set({ parent_id: parentId }).where('id', '=', folderId).execute()
    await nameFolders(trx, all, folderId, storedName(parent, ownNameOf(folder, before)))
    await guardFolders(trx, context, accountId)
    if (order) await sortIn(trx, accountId, 'folder', order)
  })
}

/** The folder that another one is to lie in; null for the top. A session that has not opened it puts nothing into it. */
async function parentFolder(trx: Trx, reader: MailReader, parentId: number | null): Promise<CustomFolder | null> {
  if (parentId === null) return null
  const parent = await ownCustomFolder(trx, reader.accountId, parentId)
  if ((await closedFolders(trx, reader)).has(parentId)) throw new FolderClosedError()
  return parent
}

/** Stores another name of a folder, which those that lie in it begin with. Throws `NameTakenError`. */
async function nameFolders(trx: Trx, all: readonly CustomFolder[], folderId: number, wanted: string): Promise<void> {
  const within = folderWithin(all, folderId)
  const [folder] = within
  if (!folder || folder.name === wanted) return
  const names = new Map(within.map(({ id, name }) => [id, wanted + name.slice(folder.name.length)]))
  const taken = await trx
    .selectFrom('folder')
    .select('id')
    .where('account_id', '=', folder.account_id)
    .where('name', 'in', [...names.values()])
    .where('id', 'not in', [...names.keys()])
    .executeTakeFirst()
  if (taken) throw new NameTakenError()
  const store = (id: number, name: string) => trx.updateTable('folder').set({ name }).where('id', '=', id).execute()
  // One of them may be called as another was until now: all names are given up before the first is given.
  if (within.length > 1) for (const id of names.keys()) await store(id, `\u0001${id}`)
  for (const [id, name] of names) await store(id, name)
}

/** One folder as the session sees it. */
async function folderOf({ store }: Context, reader: MailReader, folderId: number, parent: CustomFolder | null) {
  const row = await ownFolder(store.db, reader.accountId, folderId)
  return asFolder(row, parent, await closedFolders(store.db, reader))
}

/** Puts own folders or labels in order; those that are not named keep their order after them. */
export async function sortPlaces(
  context: Context,
  accountId: number,
  kind: 'folder' | 'label',
  order: readonly number[],
): Promise<void> {
  await changeTree(context, accountId, (trx) => sortIn(trx, accountId, kind, order))
}

async function sortIn(trx: Trx, accountId: number, kind: 'folder' | 'label', order: readonly number[]): Promise<void> {
  const rows = await trx
    .selectFrom(kind)
    .select('id')
    .where('account_id', '=', accountId)
    .$if(kind === 'folder', (query) => query.where(sql<boolean>`role = 'custom'`))
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  const first = new Set(order.filter((id) => known.has(id)))
  const all = [...first, ...rows.map(({ id }) => id).filter((id) => !first.has(id))]
  const from = kind === 'folder' ? CUSTOM_SORT : 0
  for (const [at, id] of all.entries()) {
    await trx
      .updateTable(kind)
      .set({ sort: from + at })
      .where('id', '=', id)
      .execute()
  }
}

/** Shows (0) or hides (1) a custom folder. */
export async function setFolderState(context: Context, accountId: number, folderId: number, state: 0 | 1) {
  await ownCustomFolder(context.store.db, accountId, folderId)
  await changeTree(context, accountId, (trx) =>
    trx.updateTable('folder').set({ state }).where('id', '=', folderId).execute(),
  )
}

/**
 * Deletes a custom folder and those that lie in it; their mails go to the recycle bin first. A folder with a password asks
 * for it, and those in it have to be open. Throws `FolderNotFoundError`, `ForbiddenError`, `FolderPasswordWrongError`,
 * `FolderClosedError`, `TooManyRequestsError`.
 */
export async function deleteFolder(context: Context, reader: SessionActor, folderId: number, password: string) {
  const { accountId } = reader
  const { db } = context.store
  const folder = await ownCustomFolder(db, accountId, folderId)
  if (folder.password_hash !== null) {
    await requireFolderPassword(context, accountId, folderId, password)
    await openFolder(db, reader.sessionId, folderId)
  }
  const within = folderWithin(await customFolders(db, accountId), folderId)
  const closed = await closedFolders(db, reader)
  if (within.some(({ id }) => closed.has(id))) throw new FolderClosedError()
  for (const { id } of within) await recycle(context, accountId, await mailsOf(context, accountId, id))
  await changeTree(context, accountId, async (trx) => {
    // What arrived or was made in between goes the same way, now that nothing more can.
    const ids = folderWithin(await customFolders(trx, accountId), folderId).map(({ id }) => id)
    const late = await trx.selectFrom('mail').select('id').where('folder_id', 'in', ids).execute()
    const trash = await folderOfRole(trx, accountId, 'trash')
    await moveMails(trx, context, { accountId, mailIds: late.map((mail) => mail.id), targetFolderId: trash })
    await trx.deleteFrom('folder').where('id', 'in', ids).execute()
  })
}

/**
 * Deletes those of some custom folders that are empty, have none in them, have no password and still have the name that is
 * given: the person has not used them for anything.
 */
export async function deleteEmptyFolders(
  context: Context,
  accountId: number,
  names: ReadonlyMap<number, string>,
): Promise<void> {
  if (names.size === 0) return
  await changeTree(context, accountId, async (trx) => {
    const rows = await trx
      .selectFrom('folder')
      .select(['id', 'name', 'parent_id', 'total', 'password_hash'])
      .where('account_id', '=', accountId)
      .where('role', '=', 'custom')
      .execute()
    const left = new Map(rows.map((row) => [row.id, row]))
    // Names of inner folders are the longer ones.
    for (const { id, name, total, password_hash } of rows.toSorted((a, b) => b.name.length - a.name.length)) {
      if (names.get(id) !== name || total > 0 || password_hash !== null) continue
      if ([...left.values()].some(({ parent_id }) => parent_id === id)) continue
      left.delete(id)
      await trx.deleteFrom('folder').where('id', '=', id).execute()
    }
  })
}

async function ownCustomFolder(db: Kysely<Schema>, accountId: number, folderId: number) {
  const folder = await ownFolder(db, accountId, folderId)
  if (folder.role !== 'custom') throw new ForbiddenError()
  return folder
}
