import { type FolderTree, folders, useLanguage, useT } from '@yanshu/shell-api'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { type ListQuery, listKey } from '../list-window/listQuery.ts'
import type { ListWindow } from '../list-window/listWindow.ts'
import type { WindowView } from '../list-window/windowView.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { mailbox } from './mailbox.ts'

/** Namespace of the messages of this remote. */
export const NS = 'remote-mail'

/** Translates with the messages of this remote. */
export const useMailT = () => useT(NS)

/** A mail as it is now; renders again only when this very mail changes. */
export function useRow(id: number | null): MailRow | undefined {
  return useSyncExternalStore(
    useCallback(
      (changed: () => void) => (id === null ? () => undefined : mailbox().cache.subscribe(id, changed)),
      [id],
    ),
    () => (id === null ? undefined : mailbox().cache.row(id)),
  )
}

export interface UsedList {
  readonly list: ListWindow
  readonly view: WindowView
}

/** A list and what it looks like now; renders again when rows come, go or are loaded, not when a mail changes. */
export function useList(query: ListQuery): UsedList {
  const key = listKey(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether the query is another one
  const list = useMemo(() => mailbox().lists.get(query), [key])
  useEffect(() => mailbox().lists.watch(list), [list])
  const view = useSyncExternalStore(list.subscribe, list.view)
  return { list, view }
}

/**
 * Something of the folders that is not a counter; renders again only when it is another value. Every mail that is read
 * changes the counters, and a list with all its rows must not be drawn for that.
 */
export function useOfFolders<T extends string | number | boolean | undefined>(pick: (tree: FolderTree) => T): T {
  useLanguage()
  return useSyncExternalStore(folders.subscribe, () => pick(folders.tree()))
}

/** Name of a folder for people, '' while folders are not known. */
export const useFolderName = (folderId: number | undefined): string =>
  useOfFolders((tree) => {
    const folder = folderId === undefined ? undefined : tree.byId(folderId)
    return folder ? tree.nameOf(folder) : ''
  })
