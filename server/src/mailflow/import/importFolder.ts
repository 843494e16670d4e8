import { folderNameProblem } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import { addFolderBehind } from '../../store/mailbox/addFolders.ts'
import { folderOfRole, SYSTEM_FOLDERS } from '../../store/mailbox/index.ts'

/**
 * The folder that an import goes into: a system folder by its role or Chinese name, or a folder of the account, which
 * is made when it does not exist. Throws a sentence when the name is not allowed.
 */
export async function importFolder(context: Context, accountId: number, name: string): Promise<number> {
  const { db } = context.store
  const system = SYSTEM_FOLDERS.find((folder) => folder.role === name.toLowerCase() || folder.name === name)
  if (system) return folderOfRole(db, accountId, system.role)
  const trimmed = name.trim()
  const known = await db
    .selectFrom('folder')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', trimmed)
    .executeTakeFirst()
  if (known) return known.id
  if (folderNameProblem(trimmed))
    throw new Error(`"${name}" cannot be the name of a folder: 1 to 30 characters, no emoji`)
  return addFolderBehind(db, accountId, trimmed)
}
