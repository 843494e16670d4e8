import type { Context } from '../../store/context/context.ts'
import { folderOfRole } from '../../store/mailbox/index.ts'
import { importFolder } from './importFolder.ts'
import { folderNameFor, systemRoleOf } from './maildirNames.ts'

export interface TargetFolder {
  readonly id: number
  readonly name: string
}

/**
 * Finds or makes the folders that the subfolders of a Maildir go into. Sent, drafts, recycle bin and spam of another
 * system go into those of this one when the import goes into the inbox; below another folder all get its name before
 * theirs, so that what is imported stays together.
 */
export function importFolders(context: Context, accountId: number, targetId: number) {
  const known = new Map<string, Promise<TargetFolder>>()
  const taken = new Set<string>()

  const target = async () => {
    const { name, role } = await context.store.db
      .selectFrom('folder')
      .select(['name', 'role'])
      .where('id', '=', targetId)
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return { id: targetId, name, role }
  }

  const find = async (path: readonly string[]): Promise<TargetFolder> => {
    const into = await target()
    if (path.length === 0) return into
    if (into.role === 'inbox') {
      const [only = ''] = path
      const role = path.length === 1 ? systemRoleOf(only) : null
      if (role === 'inbox') return into
      if (role !== null) return { id: await folderOfRole(context.store.db, accountId, role), name: only }
    }
    const name = folderNameFor(into.role === 'inbox' ? path : [into.name, ...path], taken)
    taken.add(name)
    return { id: await importFolder(context, accountId, name), name }
  }

  /** @param path names from the Maildir that was named down to the subfolder; none for the Maildir itself */
  return (path: readonly string[]): Promise<TargetFolder> => {
    const key = JSON.stringify(path)
    const found = known.get(key) ?? find(path)
    known.set(key, found)
    return found
  }
}
