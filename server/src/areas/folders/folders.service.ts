import type { Folder, FolderLists } from '@yanshu/contracts'
import { type Kysely, type Selectable, sql } from 'kysely'
import { ForbiddenError, NameTakenError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { FolderTable, Schema } from '../../store/database/schema.ts'
import { changeTree } from '../../store/mailbox/changeTree.ts'
import { closedFolders, type FolderReader } from '../../store/mailbox/closedFolders.ts'
import { moveMails } from '../../store/mailbox/moveMails.ts'
import { folderOfRole, ownFolder } from '../../store/mailbox/roles.ts'
import { listLabels } from '../labels/index.ts'
import { mailsOf, recycle } from '../mail/index.ts'
import { requireFolderPassword } from './folderPasswords.service.ts'

const NONE: ReadonlySet<number> = new Set()

/** As the client sees it; of a folder that is closed to the session, without its numbers. */
const asFolder = (row: Selectable<FolderTable>, closed: ReadonlySet<number> = NONE): Folder => ({
  folderId: row.id,
  folderName: row.name,
  role: row.role,
  mail: closed.has(row.id) ? 0 : row.total,
  unread: closed.has(row.id) ? 0 : row.unread,
  spaceSize: closed.has(row.id) ? 0 : row.size,
  pwd: row.password_hash !== null,
  ...(row.password_hash === null ? {} : { opened: !closed.has(row.id) }),
  state: row.state,
})

export async function listFolders(context: Context, reader: FolderReader): Promise<FolderLists> {
  const { accountId } = reader
  const closed = await closedFolders(context.store.db, reader)
  const shown = (row: Selectable<FolderTable>) => asFolder(row, closed)
  const rows = await context.store.db
    .selectFrom('folder')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  return {
    folderList: rows.filter((row) => row.role !== 'custom').map(shown),
    customList: rows.filter((row) => row.role === 'custom').map(shown),
    labelList: await listLabels(context, accountId),
    folderOutList: [],
  }
}

/** Custom folders come after the five of the system. */
const CUSTOM_SORT = 100

/** Throws `NameTakenError`, also for the names of the system's folders. */
export async function createFolder(context: Context, accountId: number, name: string): Promise<Folder> {
  const row = await changeTree(context, accountId, async (trx) => {
    const last = await trx
      .selectFrom('folder')
      .select(({ fn }) => fn.max('sort').as('sort'))
      .where('account_id', '=', accountId)
      .where('role', '=', 'custom')
      .executeTakeFirst()
    const sort = last?.sort == null ? CUSTOM_SORT : last.sort + 1
    const made = await trx
      .insertInto('folder')
      .values({ account_id: accountId, role: 'custom', name: name.normalize('NFC'), sort })
      .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!made) throw new NameTakenError()
    return made
  })
  return asFolder(row)
}

/** Throws `FolderNotFoundError`, `ForbiddenError` for a system folder, `NameTakenError`. */
export async function renameFolder(
  context: Context,
  reader: FolderReader,
  folderId: number,
  name: string,
): Promise<Folder> {
  const { accountId } = reader
  const renamed = await changeTree(context, accountId, async (trx) => {
    await ownCustomFolder(trx, accountId, folderId)
    const wanted = name.normalize('NFC')
    const taken = await trx
      .selectFrom('folder')
      .select('id')
      .where('account_id', '=', accountId)
      .where('name', '=', wanted)
      .where('id', '<>', folderId)
      .executeTakeFirst()
    if (taken) throw new NameTakenError()
    return trx
      .updateTable('folder')
      .set({ name: wanted })
      .where('id', '=', folderId)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return asFolder(renamed, await closedFolders(context.store.db, reader))
}

/** Puts own folders or labels in order; those that are not named keep their order after them. */
export async function sortPlaces(
  context: Context,
  accountId: number,
  kind: 'folder' | 'label',
  order: readonly number[],
): Promise<void> {
  await changeTree(context, accountId, async (trx) => {
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
  })
}

/** Shows (0) or hides (1) a custom folder. */
export async function setFolderState(context: Context, accountId: number, folderId: number, state: 0 | 1) {
  await ownCustomFolder(context.store.db, accountId, folderId)
  await changeTree(context, accountId, (trx) =>
    trx.updateTable('folder').set({ state }).where('id', '=', folderId).execute(),
  )
}

/**
 * Deletes a custom folder; its mails go to the recycle bin first. A folder with a password asks for it.
 * Throws `FolderNotFoundError`, `ForbiddenError`, `FolderPasswordWrongError`, `TooManyRequestsError`.
 */
export async function deleteFolder(context: Context, accountId: number, folderId: number, password: string) {
  const folder = await ownCustomFolder(context.store.db, accountId, folderId)
  if (folder.password_hash !== null) await requireFolderPassword(context, accountId, folderId, password)
  await recycle(context, accountId, await mailsOf(context, accountId, folderId))
  await changeTree(context, accountId, async (trx) => {
    // What arrived in between goes the same way, now that nothing more can.
    const late = await trx.selectFrom('mail').select('id').where('folder_id', '=', folderId).execute()
    const trash = await folderOfRole(trx, accountId, 'trash')
    await moveMails(trx, context, { accountId, mailIds: late.map((mail) => mail.id), targetFolderId: trash })
    await trx.deleteFrom('folder').where('id', '=', folderId).execute()
  })
}

async function ownCustomFolder(db: Kysely<Schema>, accountId: number, folderId: number) {
  const folder = await ownFolder(db, accountId, folderId)
  if (folder.role !== 'custom') throw new ForbiddenError()
  return folder
}
