import { type FolderTree, folders, useLanguage, useStore } from '@yanshu/shell-api'

/** What folders and labels are called, in one text: system folders are called by their role. */
function names(): string {
  const { lists } = folders.tree()
  if (!lists) return ''
  const called = (folder: { folderId: number; folderName: string }) => [folder.folderId, folder.folderName]
  return JSON.stringify([
    [...lists.customList, ...lists.folderOutList].map(called),
    lists.labelList.map((label) => [label.labelId, label.labelName]),
  ])
}

const store = { get: names, subscribe: folders.subscribe }

/**
 * The folders for their names. Renders again when one comes, goes or is called otherwise, and not with the counters, which
 * every mail that is read changes: the whole frame is drawn with them.
 */
export function useFolderNames(): FolderTree {
  useLanguage()
  useStore(store)
  return folders.tree()
}
