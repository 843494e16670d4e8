import type { Folder, FolderLists } from '@yanshu/contracts'
import type { Kysely, Selectable } from 'kysely'
import { ForbiddenError, NameTakenError } from '../../platform/http/errors.ts'
import { isPassword } from '../../store/accounts/password.ts'
import type { Context } from '../../store/context/context.ts'
import type { FolderTable, Schema } from '../../store/database/schema.ts'
import { changeTree } from '../../store/mailbox/changeTree.ts'
import { moveMails } from '../../store/mailbox/moveMails.ts'
import { folderOfRole, ownFolder } from '../../store/mailbox/roles.ts'
import { listLabels } from '../labels/index.ts'
import { mailsOf, recycle } from '../mail/index.ts'

const asFolder = (row: Selectable<FolderTable>): Folder => ({
  folderId: row.id,
  folderName: row.name,
  role: row.role,
  mail: row.total,
  unread: row.unread,
  spaceSize: row.size,
  pwd: row.password_hash !== null,
  state: row.state,
})

export async function listFolders(context: Context, accountId: number): Promise<FolderLists> {
  const rows = await context.store.db
    .selectFrom('folder')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  return {
    folderList: rows.filter((row) => row.role !== 'custom').map(asFolder),
    customList: rows.filter((row) => row.role === 'custom').map(asFolder),
    labelList: await listLabels(context, accountId),
    folderOutList: [],
  }
}

/** Custom folders come after the five of the system. */
const CUSTOM_SORT = 100

/** Throws `NameTakenError`, also for the names of the system's folders. */
export async function createFolder(context: Context, accountId: number, name: string): Promise<Folder> {
  const row = await changeTree(context, accountId, async (trx) => {
    const made = await trx
      .insertInto('folder')
      .values({ account_id: accountId, role: 'custom', name: name.normalize('NFC'), sort: CUSTOM_SORT })
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
  accountId: number,
  folderId: number,
  name: string,
): Promise<Folder> {
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
  return asFolder(renamed)
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
 * Throws `FolderNotFoundError`, `ForbiddenError`.
 */
export async function deleteFolder(context: Context, accountId: number, folderId: number, password: string) {
  const folder = await ownCustomFolder(context.store.db, accountId, folderId)
  if (folder.password_hash !== null && !(await isPassword(password, folder.password_hash))) throw new ForbiddenError()
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
