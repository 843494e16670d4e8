import type { Folder, FolderRole } from '@yanshu/contracts'
import type { Contributes } from '@yanshu/discovery'
import { contributions, folders } from '@yanshu/shell-api'

export type FolderPaths = Contributes['folders']
type Kind = FolderRole | 'outside' | 'label'

/** Where a folder or label is shown, by what a remote declares; '' where none does. */
export const folderPath = (paths: FolderPaths, kind: Kind, id: number): string =>
  paths?.[kind]?.replace(':id', String(id)) ?? ''

/** The paths of the remote that shows folders. */
export const folderPathsNow = (): FolderPaths =>
  contributions.list().find(({ contributes }) => contributes.folders)?.contributes.folders

/** The path that shows a folder. */
export const pathOfFolder = ({ role, folderId }: Pick<Folder, 'folderId' | 'role'>): string =>
  folderPath(folderPathsNow(), role, folderId)

export const pathOfLabel = (labelId: number): string => folderPath(folderPathsNow(), 'label', labelId)

/** The number in a path of a kind; null where it is none of the kind. */
function idIn(path: string, kind: Kind): number | null {
  const [before, after] = folderPathsNow()?.[kind]?.split(':id') ?? []
  if (before === undefined || after === undefined) return null
  return path.startsWith(before) && path.endsWith(after) ? Number(path.slice(before.length)) : null
}

/** What the own folder, the folder of another person or the label is called that a path shows; undefined for another path. */
export function nameOfFolderAt(path: string): string | undefined {
  const tree = folders.tree()
  const folderId = idIn(path, 'custom') ?? idIn(path, 'outside')
  if (folderId !== null) return tree.byId(folderId)?.folderName
  const labelId = idIn(path, 'label')
  return labelId === null ? undefined : tree.label(labelId)?.labelName
}
