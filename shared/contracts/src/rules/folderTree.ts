/** What a tree of folders is made of. */
export interface NestedFolder {
  readonly folderId: number
  readonly folderName: string
  /** The folder that it lies in; none at the top. */
  readonly parentId?: number | undefined
}

/** A folder with those that lie in it. */
export interface FolderNode<T extends NestedFolder> {
  readonly folder: T
  readonly children: readonly FolderNode<T>[]
}

/** A folder in the order of the tree. */
export interface FolderLine<T extends NestedFolder> {
  readonly folder: T
  /** 0 at the top. */
  readonly depth: number
  /** The names of the folders that it lies in and its own, parted by slashes, as IMAP has them. */
  readonly path: string
}

/** A list of folders as a tree, in the order of the list. A folder whose parent is not in the list stands at the top. */
export function folderTree<T extends NestedFolder>(folders: readonly T[]): readonly FolderNode<T>[] {
  const known = new Set(folders.map(({ folderId }) => folderId))
  const below = new Map<number | null, T[]>()
  for (const folder of folders) {
    const { parentId } = folder
    const parent = parentId !== undefined && known.has(parentId) ? parentId : null
    const inside = below.get(parent)
    if (inside) inside.push(folder)
    else below.set(parent, [folder])
  }
  const nodesIn = (parent: number | null): readonly FolderNode<T>[] =>
    (below.get(parent) ?? []).map((folder) => ({ folder, children: nodesIn(folder.folderId) }))
  return nodesIn(null)
}

/** A list of folders in the order of the tree, each followed by those that lie in it. */
export function folderLines<T extends NestedFolder>(folders: readonly T[]): readonly FolderLine<T>[] {
  const linesOf = (nodes: readonly FolderNode<T>[], depth: number, before: string): FolderLine<T>[] =>
    nodes.flatMap(({ folder, children }) => {
      const path = before + folder.folderName
      return [{ folder, depth, path }, ...linesOf(children, depth + 1, `${path}/`)]
    })
  return linesOf(folderTree(folders), 0, '')
}
