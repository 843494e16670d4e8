import { type Folder, type FolderNode, folderTree } from '@yanshu/contracts'
import type { FolderSection, PickableFolder } from '@yanshu/ui/folders'

/** Stands for the top in the list of places: no folder has it as its number. */
export const AT_TOP = 0

/**
 * Where a folder may be put: at the top, or in a folder that is neither itself, nor in it, nor closed. Where it lies now is
 * shown, and not to be chosen.
 */
export function placesFor(
  moving: Folder,
  folders: readonly Folder[],
  words: { readonly top: string; readonly own: string },
): readonly FolderSection[] {
  const pickable = ({ folder, children }: FolderNode<Folder>, isInside: boolean): PickableFolder => {
    const isOwn = isInside || folder.folderId === moving.folderId
    return {
      id: folder.folderId,
      name: folder.folderName,
      icon: folder.opened === false ? 'lock' : 'folder',
      disabled: isOwn || folder.folderId === moving.parentId || folder.opened === false,
      children: children.map((child) => pickable(child, isOwn)),
    }
  }
  const top: PickableFolder = {
    id: AT_TOP,
    name: words.top,
    icon: 'folder-open',
    disabled: moving.parentId === undefined,
  }
  return [{ id: 'own', label: words.own, folders: [top, ...folderTree(folders).map((node) => pickable(node, false))] }]
}

/** Whether a folder is another one, or lies in it. */
export function liesIn(folders: readonly Folder[], folderId: number, outer: number): boolean {
  const byId = new Map(folders.map((folder) => [folder.folderId, folder]))
  for (let at: number | undefined = folderId; at !== undefined; at = byId.get(at)?.parentId)
    if (at === outer) return true
  return false
}

/** The order of all folders after one of them stands before another one; without one, behind all. */
export function orderWith(folders: readonly Folder[], folderId: number, before: number | undefined): number[] {
  const others = folders.map((folder) => folder.folderId).filter((id) => id !== folderId)
  const at = before === undefined ? -1 : others.indexOf(before)
  return at < 0 ? [...others, folderId] : others.toSpliced(at, 0, folderId)
}
