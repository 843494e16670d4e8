import { FOLDER_DEPTH_MAX } from '@yanshu/contracts'
import type { Kysely, Selectable } from 'kysely'
import { FolderInItselfError, FolderTooDeepError } from '../../platform/http/errors.ts'
import type { FolderTable, Schema } from '../../store/database/schema.ts'

export type CustomFolder = Selectable<FolderTable>

/** Parts the names of folders in a path, as in IMAP. */
const SLASH = '/'

/** The custom folders of an account. */
export const customFolders = (db: Kysely<Schema>, accountId: number): Promise<CustomFolder[]> =>
  db.selectFrom('folder').selectAll().where('account_id', '=', accountId).where('role', '=', 'custom').execute()

/** The name that a folder is stored by: its own behind those of the folders that it lies in. */
export const storedName = (parent: Pick<CustomFolder, 'name'> | null, ownName: string): string =>
  parent === null ? ownName : `${parent.name}${SLASH}${ownName}`

/** The name that people gave a folder. */
export const ownNameOf = ({ name }: Pick<CustomFolder, 'name'>, parent: Pick<CustomFolder, 'name'> | null): string =>
  parent === null ? name : name.slice(parent.name.length + SLASH.length)

/** The folders around one, the innermost first. */
export function foldersAround<T extends Pick<CustomFolder, 'id' | 'parent_id'>>(
  all: readonly T[],
  folderId: number | null,
): T[] {
  const byId = new Map(all.map((folder) => [folder.id, folder]))
  const around: T[] = []
  for (let at = folderId; at !== null; ) {
    const folder = byId.get(byId.get(at)?.parent_id ?? -1)
    if (!folder) break
    around.push(folder)
    at = folder.id
  }
  return around
}

/** A folder and all that lie in it, each behind the one that it lies in. */
export function folderWithin(all: readonly CustomFolder[], folderId: number): CustomFolder[] {
  const found = all.filter(({ id }) => id === folderId)
  for (const folder of found) found.push(...all.filter(({ parent_id }) => parent_id === folder.id))
  return found
}

/**
 * Whether a folder with what lies in it may be put into another one (null: to the top).
 * Throws `FolderInItselfError`, `FolderTooDeepError`.
 */
export function requirePlace(all: readonly CustomFolder[], folderId: number | null, parentId: number | null): void {
  const inside = folderId === null ? [] : folderWithin(all, folderId)
  if (inside.some(({ id }) => id === parentId)) throw new FolderInItselfError()
  const depthOf = (id: number | null) => (id === null ? 0 : foldersAround(all, id).length + 1)
  const height = folderId === null ? 1 : Math.max(...inside.map(({ id }) => depthOf(id))) - depthOf(folderId) + 1
  if (depthOf(parentId) + height > FOLDER_DEPTH_MAX) throw new FolderTooDeepError()
}
